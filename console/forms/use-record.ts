import { useState } from 'react'
import { CallFailed } from '#browser/client.ts'
import type { FormRules } from '#browser/form.ts'
import { useForm } from './use-form.ts'

export interface RecordHabits<Fields extends object, Row, Saved> extends FormRules<Fields> {
  /** As it was read; null for a new one. */
  readonly record: Row | null
  /** The current record in a refusal, if the refusal holds one. */
  readonly told?: (refusal: CallFailed) => { readonly current: Row } | null
  readonly begin: (row: Row | null) => Fields
  readonly save: (fields: Fields, row: Row | null) => Promise<Saved>
  /** `take`: continues the open form from the saved record. */
  readonly onSaved: (saved: Saved, take: (row: Row) => void) => void
}

/**
 * The form of a record that two people may change at once. The slower one keeps their text until they accept the
 * current record.
 */
export function useRecord<Fields extends object, Row, Saved>({
  record,
  told,
  begin,
  save,
  onSaved,
  ...rules
}: RecordHabits<Fields, Row, Saved>) {
  const [row, setRow] = useState(record)
  const [current, setCurrent] = useState<Row | null>(null)
  const form = useForm(begin(record), rules)
  const take = (next: Row) => {
    setRow(next)
    setCurrent(null)
    form.reset(begin(next))
  }
  const isLost = (error: unknown): boolean => {
    const now = error instanceof CallFailed && error.status === 409 ? told?.(error) : null
    if (now) setCurrent(now.current)
    return Boolean(now)
  }
  return {
    form,
    row,
    isLost,
    /** If somebody was faster: replaces the fields with the current record. */
    takeCurrent: current === null ? null : () => take(current),
    onSubmit: form.onSubmit(
      () =>
        void form.send(
          () => save(form.fields, row),
          (saved) => onSaved(saved, take),
          isLost,
        ),
    ),
  }
}
