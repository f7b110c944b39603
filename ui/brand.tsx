import styles from './brand.module.css'

interface Props {
  /** The address of its picture. */
  readonly mark: string
  /** Another one for the dark theme. */
  readonly darkMark?: string | null
  readonly name: string
  readonly subtitle: string
}

/** The logo: the mark, the product's name and what this application is. */
export const Brand = ({ mark, darkMark, name, subtitle }: Props) => (
  <span className={styles.brand}>
    <img src={mark} alt="" className={darkMark ? styles.byDay : undefined} />
    {darkMark && <img src={darkMark} alt="" className={styles.byNight} />}
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      <span className={styles.subtitle}>{subtitle}</span>
    </span>
  </span>
)
