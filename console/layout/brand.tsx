import { product } from '#content/settings.json'
import { useMessages } from '../messages/index.ts'
import styles from './brand.module.css'
import mark from './mark.svg'

export function Brand() {
  const { layout } = useMessages()
  return (
    <span className={styles.brand}>
      <img src={mark} alt="" width={30} height={30} />
      <span className={styles.words}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.subtitle}>{layout.productName}</span>
      </span>
    </span>
  )
}
