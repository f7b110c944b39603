import { Checkbox, NativeSelect, TextInput, Textarea } from '@mantine/core'
import { type ReactElement, isValidElement } from 'react'
import { type Problems, sendByKeys } from '#browser/form.ts'
import { onlyDigits } from './use-form.ts'
import styles from '../masters/masters.module.css'

interface AnyField {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
}

interface AnyText extends AnyField {
  /** Digits alone, or a text of several lines. */
  readonly is: 'text' | 'digits' | 'lines'
  readonly type?: 'email' | 'tel' | 'datetime-local' | 'date'
  readonly required?: boolean
  readonly maxLength?: number
  readonly rows?: number
  readonly placeholder?: string
  /** No capital letter is added at the beginning. */
  readonly exact?: boolean
}

interface AnyCheck extends AnyField {
  readonly is: 'check'
  readonly disabled?: boolean
}

interface AnyChoice extends AnyField {
  /** One of some values, or some of them. */
  readonly is: 'one' | 'some'
  readonly values: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  /** Options that this person may see, but not choose. */
  readonly barred?: readonly string[]
}

interface Note {
  readonly is: 'note'
  readonly text: string
}

/** A field, several side by side, or content between fields; false: absent. */
type Drawn =
  | Note
  | AnyText
  | AnyCheck
  | AnyChoice
  | { readonly is: 'row'; readonly of: readonly Drawn[] }
  | ReactElement
  | false

type NameOf<Fields, Value> = {
  [Name in keyof Fields & string]: Fields[Name] extends Value ? Name : never
}[keyof Fields & string]

type ChoiceOf<Fields> = {
  [Name in keyof Fields & string]: AnyChoice & {
    readonly name: Name
    readonly values: readonly (Fields[Name] extends readonly (infer One)[] ? One : Fields[Name])[]
  }
}[keyof Fields & string]

/** One line of a record's form. */
export type RecordField<Fields> =
  | (AnyText & { readonly name: NameOf<Fields, string> })
  | (AnyCheck & { readonly name: NameOf<Fields, boolean> })
  | ChoiceOf<Fields>
  | Note
  | { readonly is: 'row'; readonly of: readonly RecordField<Fields>[] }
  | ReactElement
  | false

interface Props<Fields extends object> {
  readonly form: {
    readonly fields: Fields
    readonly problems: Problems
    readonly put: (name: string, value: unknown) => void
  }
  readonly list: readonly RecordField<Fields>[]
}

/** The fields of a record in their given order. */
export const RecordFields = <Fields extends object>({ form, list }: Props<Fields>) => (
  <Lines values={new Map(Object.entries(form.fields))} problems={form.problems} put={form.put} list={list} />
)

interface LinesProps extends Pick<Props<object>['form'], 'problems' | 'put'> {
  readonly values: ReadonlyMap<string, unknown>
  readonly list: readonly Drawn[]
}

function Lines({ list, ...form }: LinesProps) {
  return list.map((field, index) => {
    if (field === false) return null
    if (isValidElement(field)) return <Between key={index}>{field}</Between>
    if (!('is' in field)) return null
    if (field.is === 'note')
      return (
        <p key={index} className={styles.quiet}>
          {field.text}
        </p>
      )
    if (field.is === 'row')
      return (
        <div key={index} className={styles.row}>
          <Lines {...form} list={field.of} />
        </div>
      )
    return <Line key={field.name} {...form} field={field} />
  })
}

const Between = ({ children }: { children: ReactElement }) => children

/** More options than that stand in columns. */
const FEW = 8

interface LineProps extends Omit<LinesProps, 'list'> {
  readonly field: AnyText | AnyCheck | AnyChoice
}

function Line({ field, values, problems, put }: LineProps) {
  const value = values.get(field.name)
  const said = { label: field.label, description: field.hint, error: problems[field.name] }
  switch (field.is) {
    case 'check':
      return (
        <Checkbox
          label={field.label}
          description={field.hint}
          checked={value === true}
          disabled={field.disabled ?? false}
          onChange={({ currentTarget }) => put(field.name, currentTarget.checked)}
        />
      )
    case 'one':
      return (
        <NativeSelect
          {...said}
          value={String(value)}
          onChange={({ currentTarget }) => put(field.name, currentTarget.value)}
          data={field.values.map((one) => ({
            value: one,
            label: field.labels[one] ?? one,
            disabled: field.barred?.includes(one) ?? false,
          }))}
        />
      )
    case 'some':
      return (
        <Checkbox.Group
          {...said}
          value={Array.isArray(value) ? value.map(String) : []}
          // In the order of the options.
          onChange={(chosen) =>
            put(
              field.name,
              field.values.filter((one) => chosen.includes(one)),
            )
          }
        >
          <div className={styles.checks} data-many={field.values.length > FEW || undefined}>
            {field.values.map((one) => (
              <Checkbox key={one} value={one} label={field.labels[one]} />
            ))}
          </div>
        </Checkbox.Group>
      )
    case 'text':
    case 'digits':
    case 'lines':
      return <TextLine field={field} said={said} value={String(value)} onType={(typed) => put(field.name, typed)} />
  }
}

interface TextLineProps {
  readonly field: AnyText
  readonly said: {
    readonly label: string
    readonly description: string | undefined
    readonly error: string | undefined
  }
  readonly value: string
  readonly onType: (typed: string) => void
}

function TextLine({ field, said, value, onType }: TextLineProps) {
  const { is, name, hint: _hint, label: _label, exact, rows, ...rest } = field
  const shared = { ...said, ...rest, name, value }
  if (is === 'lines')
    return (
      <Textarea
        {...shared}
        rows={rows}
        onKeyDown={sendByKeys}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    )
  const isNumber = is === 'digits'
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      {...(exact && { autoCapitalize: 'none' })}
      {...(isNumber && { inputMode: 'numeric' })}
      onChange={({ currentTarget: { value: typed } }) => onType(isNumber ? onlyDigits(typed) : typed)}
    />
  )
}
