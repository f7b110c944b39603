import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { consoleWork } from '#contract/console/work.ts'
import { officeDay } from '#contract/moment.ts'
import { type InstallationPlace, installationNeedsReason, mayInstall } from '#domain/work.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { OneOf, ProgressDialog } from './progress-dialog.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'

const PLACES = ['test', 'production'] as const

interface Props {
  readonly work: WorkView
  readonly onClose: () => void
}

/** Records an installation in BD pruebas, which asks the customer to validate it, or in BD real. */
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
  const { installDialog: words } = useWorkMessages()
  const [today] = useState(() => officeDay(new Date()))
  const form = useForm({ where: first, on: today, reason: '' })
  const { where, on } = form.fields
  const { mutate, isPending } = useAct(consoleWork.install, AFTER_WORK)
  const needsReason = installationNeedsReason(work, where)
  return (
    <ProgressDialog
      title={title}
      form={form}
      needsReason={needsReason}
      busy={isPending}
      done={words.done[where]}
      onSend={(reason, answered) =>
        mutate({ number: work.number, where, on: on || today, reason, was: work.state }, answered)
      }
      onClose={onClose}
    >
      <OneOf
        label={words.where}
        description={needsReason ? words.notYetValidated : words.lead[where]}
        name="where"
        value={where}
        values={places}
        labels={words.places}
        error={form.problems['where']}
        onChange={(chosen) => form.set({ where: chosen })}
      />
      <TextInput type="date" label={words.on} max={today} {...form.text('on')} />
    </ProgressDialog>
  )
}
