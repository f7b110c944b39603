import styles from './brand.module.css'

interface Props {
  /** The address of its picture. */
  readonly mark: string
  readonly name: string
  readonly subtitle: string
}

/** The logo: the mark, the product's name, and the name of this application. */
export const Brand = ({ mark, name, subtitle }: Props) => (
  <span className={styles.brand}>
    <img src={mark} alt="" />
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      <span className={styles.subtitle}>{subtitle}</span>
    </span>
  </span>
)
