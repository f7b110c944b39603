import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { useMasterMessages } from '../messages/masters.ts'
import styles from '../masters/masters.module.css'
import { Meanwhile } from './meanwhile.tsx'

interface Props {
  readonly title: string
  readonly dirty: boolean
  readonly busy: boolean
  /** If somebody else was faster: replaces the fields with the current record. */
  readonly onTakeCurrent?: (() => void) | null
  readonly size?: 'sm' | 'md' | 'lg'
  /** The label of the sending button, by default «Guardar». */
  readonly submit?: string
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly onClose: () => void
  /** Further acts on the record, apart from its fields. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** A record's form in a dialog. */
export function FormDialog({
  title,
  dirty,
  busy,
  onTakeCurrent,
  size,
  submit,
  onSubmit,
  onClose,
  acts,
  children,
}: Props) {
  const { form: words } = useMasterMessages()
  const id = useId()
  return (
    <Dialog
      opened
      title={title}
      dirty={dirty}
      onClose={onClose}
      {...(size && { size })}
      footer={
        <Button type="submit" form={id} loading={busy}>
          {submit ?? words.save}
        </Button>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={onSubmit}>
        {onTakeCurrent && <Meanwhile onTake={onTakeCurrent} />}
        {children}
      </form>
      {acts && <div className={styles.acts}>{acts}</div>}
    </Dialog>
  )
}
