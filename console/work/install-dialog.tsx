import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { consoleWork } from '#contract/console/work.ts'
import { officeDay } from '#contract/moment.ts'
import { type InstallationPlace, installationNeedsReason, mayInstall } from '#domain/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../masters/form-dialog.tsx'
import { useForm } from '../masters/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ReasonField } from './work-fields.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'

const PLACES = ['test', 'production'] as const

interface Props {
  readonly work: WorkView
  readonly onClose: () => void
}

/** Records that it was installed in BD pruebas, which asks the customer, or in BD real. */
export function InstallDialog({ work, onClose }: Props) {
  const { installDialog: words, name } = useWorkMessages()
  const places = PLACES.filter((where) => mayInstall(work, where).allowed)
  const [first] = places
  const title = words.title(name[work.kind](work.number))
  if (!first)
    return (
      <Dialog opened size="sm" leave="back" title={title} onClose={onClose}>
        {words.none}
      </Dialog>
    )
  return <InstallForm work={work} places={places} first={first} title={title} onClose={onClose} />
}

interface FormProps extends Props {
  readonly places: readonly InstallationPlace[]
  readonly first: InstallationPlace
  readonly title: string
}

function InstallForm({ work, places, first, title, onClose }: FormProps) {
  const { installDialog: words, form: formWords } = useWorkMessages()
  const [today] = useState(() => officeDay(new Date()))
  const form = useForm({ where: first, on: today, reason: '' })
  const { fields, set, problems } = form
  const { mutate, isPending } = useAct(consoleWork.install, AFTER_WORK)
  const needsReason = installationNeedsReason(work, fields.where)
  const send = () => {
    if (needsReason && fields.reason.trim() === '') {
      form.wrong({ reason: formWords.reasonRequired }, formWords.reasonRequired)
      return
    }
    mutate(
      {
        number: work.number,
        where: fields.where,
        on: fields.on || today,
        reason: fields.reason.trim() || null,
        was: work.state,
      },
      {
        onSuccess: () => {
          showAlert('success', words.done[fields.where])
          onClose()
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={title}
      dirty={form.dirty}
      busy={isPending}
      size="sm"
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <NativeSelect
        label={words.where}
        name="where"
        data-autofocus
        description={needsReason ? words.notYetValidated : words.lead[fields.where]}
        value={fields.where}
        error={problems['where']}
        onChange={({ currentTarget }) => {
          const where = places.find((one) => one === currentTarget.value)
          if (where) set({ where })
        }}
        data={places.map((value) => ({ value, label: words.places[value] }))}
      />
      <TextInput type="date" label={words.on} max={today} {...form.text('on')} />
      <ReasonField
        value={fields.reason}
        required={needsReason}
        error={problems['reason']}
        onChange={(reason) => set({ reason })}
      />
    </FormDialog>
  )
}
