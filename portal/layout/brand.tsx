import { product } from '#content/settings.json'
import { useEntranceMessages } from '../messages/language.ts'
import styles from './brand.module.css'
import mark from './mark.svg'

/** The logo: the mark, the product's name and what this portal is. */
export function Brand({ subtitle }: { subtitle?: string }) {
  const { layout } = useEntranceMessages()
  return (
    <span className={styles.brand}>
      <img src={mark} alt="" width={36} height={36} />
      <span className={styles.words}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.subtitle}>{subtitle ?? layout.productName}</span>
      </span>
    </span>
  )
}
