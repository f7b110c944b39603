import { NativeSelect, TextInput } from '@mantine/core'
import { consoleWork } from '#contract/console/work.ts'
import { type PlannedStage, mayPlan, plannedOf } from '#domain/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../masters/form-dialog.tsx'
import { useForm } from '../masters/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ReasonField } from './work-fields.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'

const STAGES = ['delivery', 'test', 'production'] as const

interface Props {
  readonly work: WorkView
  readonly onClose: () => void
}

/** For when something that is still to come is planned; the customer keeps seeing for when it was. */
export function PlanDialog({ work, onClose }: Props) {
  const { planDialog: words, name } = useWorkMessages()
  const stages = STAGES.filter((stage) => {
    const verdict = mayPlan(work, stage, null)
    return verdict.allowed || verdict.reason === 'same-date'
  })
  const [first] = stages
  const title = words.title(name[work.kind](work.number))
  if (!first)
    return (
      <Dialog opened size="sm" leave="back" title={title} onClose={onClose}>
        {words.none}
      </Dialog>
    )
  return <PlanForm work={work} stages={stages} first={first} title={title} onClose={onClose} />
}

interface FormProps extends Props {
  readonly stages: readonly PlannedStage[]
  readonly first: PlannedStage
  readonly title: string
}

function PlanForm({ work, stages, first, title, onClose }: FormProps) {
  const { planDialog: words, form: formWords } = useWorkMessages()
  const form = useForm({ stage: first, on: plannedOf(work, first) ?? '', reason: '' })
  const { fields, set, problems } = form
  const { mutate, isPending } = useAct(consoleWork.plan, AFTER_WORK)
  const was = plannedOf(work, fields.stage)
  const needsReason = was !== null && fields.on !== was
  const send = () => {
    if (needsReason && fields.reason.trim() === '') {
      form.wrong({ reason: formWords.reasonRequired }, formWords.reasonRequired)
      return
    }
    mutate(
      { number: work.number, stage: fields.stage, on: fields.on || null, reason: fields.reason.trim() || null, was },
      {
        onSuccess: () => {
          showAlert('success', words.done)
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
        label={words.stage}
        name="stage"
        value={fields.stage}
        error={problems['stage']}
        onChange={({ currentTarget }) => {
          const stage = stages.find((one) => one === currentTarget.value)
          if (stage) set({ stage, on: plannedOf(work, stage) ?? '' })
        }}
        data={stages.map((value) => ({ value, label: words.stages[value] }))}
      />
      <TextInput type="date" label={words.on} description={words.onHint} data-autofocus {...form.text('on')} />
      <ReasonField
        value={fields.reason}
        required={needsReason}
        error={problems['reason']}
        onChange={(reason) => set({ reason })}
      />
    </FormDialog>
  )
}
