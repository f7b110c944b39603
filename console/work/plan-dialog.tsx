import { TextInput } from '@mantine/core'
import { consoleWork } from '#contract/console/work.ts'
import { PLANNED_STAGES, type PlannedStage, mayPlan, plannedOf } from '#domain/work.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'
import { OneOf, ProgressDialog } from './progress-dialog.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'

interface Props {
  readonly work: WorkView
  readonly onClose: () => void
}

/** Plans the date of a future stage; the customer still sees the earlier dates. */
export function PlanDialog({ work, onClose }: Props) {
  const { planDialog: words, name } = useWorkMessages()
  const stages = PLANNED_STAGES.filter((stage) => {
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
  const { planDialog: words } = useWorkMessages()
  const form = useForm({ stage: first, on: plannedOf(work, first) ?? '', reason: '' })
  const { stage, on } = form.fields
  const { mutate, isPending } = useAct(consoleWork.plan, AFTER_WORK)
  const was = plannedOf(work, stage)
  return (
    <ProgressDialog
      title={title}
      form={form}
      needsReason={was !== null && on !== was}
      busy={isPending}
      done={words.done}
      onSend={(reason, answered) => mutate({ number: work.number, stage, on: on || null, reason, was }, answered)}
      onClose={onClose}
    >
      <OneOf
        label={words.stage}
        name="stage"
        value={stage}
        values={stages}
        labels={words.stages}
        error={form.problems['stage']}
        onChange={(chosen) => form.set({ stage: chosen, on: plannedOf(work, chosen) ?? '' })}
      />
      <TextInput type="date" label={words.on} description={words.onHint} {...form.text('on')} />
    </ProgressDialog>
  )
}
