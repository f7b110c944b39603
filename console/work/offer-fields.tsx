import { ActionIcon, Button, TextInput, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { sendByKeys } from '#browser/form.ts'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { MAX_CONCEPT, MAX_LINES, amountsOf } from '#domain/valuation/amounts.ts'
import { useLanguage } from '../messages/language.ts'
import { useWorkMessages } from '../messages/work.ts'
import type { Form } from '../forms/use-form.ts'
import { type TypedLine, blankLine, fieldName, linesOf } from './offered-lines.ts'
import styles from './valuation.module.css'

export interface OfferForm {
  readonly description: string
  readonly lines: readonly TypedLine[]
  readonly validUntil: string
}

/** An offer: its subject, its lines with their sums, and its last day. */
export function OfferFields<Fields extends OfferForm>({ form }: { form: Form<Fields> }) {
  const { valuation: words } = useWorkMessages()
  const { lines } = form.fields
  const put = (next: readonly TypedLine[]) => form.put('lines', next)
  return (
    <>
      <Textarea
        label={words.description}
        required
        rows={3}
        maxLength={400}
        {...textOf(form, 'description')}
        onKeyDown={sendByKeys}
      />
      <fieldset className={styles.lines}>
        <legend>{words.lines}</legend>
        <p className={styles.hint}>{words.linesHint}</p>
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            name={words.line(index + 1)}
            problems={form.problems}
            onChange={(part) => put(lines.map((each) => (each.key === line.key ? { ...each, ...part } : each)))}
            onRemove={() => put(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MAX_LINES}
          onClick={() => put([...lines, blankLine(lines)])}
        >
          {words.addLine}
        </Button>
        {form.problems['lines'] && (
          <p className={styles.problem} role="alert">
            {form.problems['lines']}
          </p>
        )}
        <Sum lines={lines} />
      </fieldset>
      <TextInput
        type="date"
        label={words.validUntil}
        description={words.validUntilHint}
        {...textOf(form, 'validUntil')}
      />
    </>
  )
}

/** A field of a form that may have others. */
const textOf = <Fields extends OfferForm>(form: Form<Fields>, name: 'description' | 'validUntil') => ({
  name,
  value: form.fields[name],
  error: form.problems[name],
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => form.put(name, currentTarget.value),
})

interface LineProps {
  readonly line: TypedLine
  readonly name: string
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<TypedLine>) => void
  readonly onRemove: () => void
}

function Line({ line, name, problems, onChange, onRemove }: LineProps) {
  const { valuation: words } = useWorkMessages()
  const field = (of: 'concept' | 'hours' | 'price' | 'vat') => ({
    value: line[of],
    error: problems[fieldName(line.key, of)],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [of]: currentTarget.value }),
  })
  const decimal = { inputMode: 'decimal', autoComplete: 'off', maxLength: 16 } as const
  return (
    <div className={styles.line} role="group" aria-label={name}>
      <TextInput label={words.concept} maxLength={MAX_CONCEPT} {...field('concept')} />
      <TextInput label={words.hours} {...decimal} {...field('hours')} />
      <TextInput label={line.hours.trim() === '' ? words.price : words.pricePerHour} {...decimal} {...field('price')} />
      <TextInput label={words.vat} {...decimal} {...field('vat')} />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.removeLine(name)} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Only for display: the server calculates it again. */
function Sum({ lines }: { lines: readonly TypedLine[] }) {
  const { valuation: words } = useWorkMessages()
  const language = useLanguage()
  const { money } = figuresIn(language)
  const amounts = amountsOf(linesOf(lines, language))
  if (amounts === null) return null
  return (
    <p className={styles.sum} role="status">
      {words.sum(money(amounts.base), money(amounts.total))}
    </p>
  )
}
