import { NativeSelect } from '@mantine/core'
import styles from './choice.module.css'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** The choice that filters a list. */
export const Choice = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <NativeSelect
    size="sm"
    aria-label={label}
    className={styles.choice}
    value={value}
    onChange={({ currentTarget }) => {
      const chosen = options.find((one) => one.value === currentTarget.value)
      if (chosen) onChange(chosen.value)
    }}
    data={options.map(({ value, label }) => ({ value, label }))}
  />
)
