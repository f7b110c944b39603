import styles from './switch.module.css'

interface Props<Value extends string> {
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly words: string; readonly lang?: string }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** A choice between a few values that counts at once, such as the language. */
export const Switch = <Value extends string>({ label, choices, chosen, onChoose }: Props<Value>) => (
  <div role="group" aria-label={label} className={styles.switch}>
    {choices.map(({ value, words, lang }) => (
      <button
        key={value}
        type="button"
        lang={lang}
        className={styles.choice}
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
      >
        {words}
      </button>
    ))}
  </div>
)
