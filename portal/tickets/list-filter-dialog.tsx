import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { officeDay } from '#contract/moment.ts'
import { FIRST_DAY, filterProblems } from '#domain/ticket-filter.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useMessages } from '../messages/index.ts'
import { useForm } from '../use-form.ts'
import css from './list-filter.module.css'
import { type ListFilter, NO_FILTER, isFiltered } from './tickets-search.ts'

/** The choices of a list's filter. */
export interface FilterChoices {
  readonly filter: ListFilter
  /** The name of the list's numbers. */
  readonly numberLabel: string
  /** The names of the states to choose from; null if the list has only one. */
  readonly states: Readonly<Record<string, string>> | null
}

interface Props extends FilterChoices {
  readonly onApply: (filter: ListFilter) => void
  readonly onClose: () => void
}

/** Chooses the rows of a list (spec §2, Filter popup). */
export function ListFilterDialog({ filter: applied, numberLabel, states, onApply, onClose }: Props) {
  const { filter: words } = useMessages().tickets
  const formId = useId()
  const { fields: filter, set: change, problems, today, submit } = useFilterForm(applied, onApply)
  return (
    <Dialog
      opened
      size="sm"
      title={words.title}
      onClose={onClose}
      footer={
        <>
          {isFiltered(applied) && (
            <Button variant="default" onClick={() => onApply(NO_FILTER)}>
              {words.clear}
            </Button>
          )}
          <Button type="submit" form={formId}>
            {words.apply}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={submit}>
        <TextInput
          label={numberLabel}
          inputMode="numeric"
          maxLength={15}
          value={filter.number ?? ''}
          onChange={({ currentTarget }) =>
            change({ number: Number(currentTarget.value.replaceAll(/\D/g, '')) || null })
          }
        />
        <div className={css.dates}>
          {(
            [
              ['from', words.from],
              ['to', words.to],
            ] as const
          ).map(([part, label]) => (
            <TextInput
              key={part}
              type="date"
              name={part}
              label={label}
              min={FIRST_DAY}
              max={today}
              defaultValue={filter[part] ?? ''}
              error={problems[part]}
              onChange={({ currentTarget }) => change({ [part]: currentTarget.value || null })}
            />
          ))}
        </div>
        {states && (
          <NativeSelect
            label={words.state}
            value={filter.state ?? ''}
            onChange={({ currentTarget }) => change({ state: currentTarget.value || null })}
            data={[
              { value: '', label: words.anyState },
              ...Object.entries(states).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
        <Checkbox
          label={words.all}
          description={words.allHint}
          checked={filter.all}
          onChange={({ currentTarget }) => change({ all: currentTarget.checked, mine: false })}
        />
        <Checkbox
          label={words.mine}
          description={words.mineHint}
          checked={filter.mine}
          onChange={({ currentTarget }) => change({ mine: currentTarget.checked, all: false })}
        />
      </form>
    </Dialog>
  )
}

/** The filter while it is chosen. Its problems appear once the person has tried to apply it. */
function useFilterForm(applied: ListFilter, onApply: Props['onApply']) {
  const { filter: words } = useMessages().tickets
  const [today] = useState(() => officeDay(new Date()))
  const form = useForm(applied, {
    check: (filter) => {
      const { from, to } = filterProblems(filter, today)
      return { from: from && words.problem[from], to: to && words.problem[to] }
    },
    says: () => null,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const half = halfTypedIn(event.currentTarget)
    form.onSubmit(() => half.length === 0 && onApply(form.fields))(event)
    if (half.length > 0) form.wrong(Object.fromEntries(half.map((part) => [part, words.problem['half-typed']])), null)
  }
  return { ...form, today, submit }
}

/** Browsers report a date without its year as empty: it would be ignored silently. */
const halfTypedIn = (form: HTMLFormElement): readonly string[] =>
  [...form.elements].flatMap((field) =>
    field instanceof HTMLInputElement && field.validity.badInput ? [field.name] : [],
  )
