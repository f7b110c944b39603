import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { useSending } from '#browser/form.ts'
import { sentenceOf } from '../api.ts'
import type { Form } from './use-form.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { type RecordField, RecordFields } from './record-fields.tsx'
import { type RecordHabits, useRecord } from './use-record.ts'

interface Props<Fields extends object, Row, Saved> extends Omit<RecordHabits<Fields, Row, Saved>, 'onSaved'> {
  readonly title: (row: Row | null) => string
  readonly size?: 'sm' | 'md' | 'lg'
  /** The label of the sending button, by default «Guardar». */
  readonly submit?: string
  readonly fields: (form: Form<Fields>, row: Row | null) => readonly RecordField<Fields>[]
  /** The message after saving. */
  readonly done: (saved: Saved) => string
  readonly onSaved?: (saved: Saved) => void
  readonly removal?: Removal<Row>
  /** Further acts on the record, apart from its fields. */
  readonly acts?: ReactNode
  readonly onClose: () => void
}

interface Removal<Row> {
  readonly title: (row: Row) => string
  readonly text: string
  readonly done: (row: Row) => string
  readonly remove: (row: Row) => Promise<unknown>
}

/** A new or existing record in a dialog: fields from a list, saving and, if possible, removing. */
export function RecordForm<Fields extends object, Row, Saved>({
  title,
  size,
  submit,
  fields,
  done,
  onSaved,
  removal,
  acts,
  onClose,
  ...habits
}: Props<Fields, Row, Saved>) {
  const { form: words } = useMasterMessages()
  const [removing, setRemoving] = useState(false)
  const { form, row, isLost, takeCurrent, onSubmit } = useRecord({
    ...habits,
    onSaved: (saved) => {
      showAlert('success', done(saved))
      onClose()
      onSaved?.(saved)
    },
  })
  return (
    <>
      <FormDialog
        title={title(row)}
        dirty={form.dirty}
        busy={form.busy}
        onTakeCurrent={takeCurrent}
        {...(size && { size })}
        {...(submit !== undefined && { submit })}
        onSubmit={onSubmit}
        onClose={onClose}
        acts={
          removal && row !== null ? (
            <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
              {words.remove}
            </Button>
          ) : (
            acts
          )
        }
      >
        <RecordFields form={form} list={fields(form, row)} />
      </FormDialog>
      {removing && removal && row !== null && (
        <Remove of={row} removal={removal} isLost={isLost} onBack={() => setRemoving(false)} onRemoved={onClose} />
      )}
    </>
  )
}

interface RemoveProps<Row> {
  readonly of: Row
  readonly removal: Removal<Row>
  readonly isLost: (error: unknown) => boolean
  readonly onBack: () => void
  readonly onRemoved: () => void
}

function Remove<Row>({ of: row, removal, isLost, onBack, onRemoved }: RemoveProps<Row>) {
  const { form: words } = useMasterMessages()
  const { busy, sendOnce } = useSending()
  const remove = () =>
    sendOnce(
      () => removal.remove(row),
      () => {
        showAlert('success', removal.done(row))
        onRemoved()
      },
      (error) => {
        onBack()
        if (!isLost(error)) showAlert('error', sentenceOf(error))
      },
    )
  return (
    <ConfirmDialog
      title={removal.title(row)}
      act={words.remove}
      busy={busy}
      onClose={onBack}
      onConfirm={() => void remove()}
    >
      <p>{removal.text}</p>
    </ConfirmDialog>
  )
}
