import { Checkbox } from '@mantine/core'
import { consoleWork } from '#contract/console/work.ts'
import { DELIVERED_SITUATION } from '#domain/incident.ts'
import { GIVEN_STATES, stateNeedsReason } from '#domain/work.ts'
import { useAct } from '../act.ts'
import { useForm } from '../forms/use-form.ts'
import { useMessages } from '../messages/index.ts'
import { useWorkMessages } from '../messages/work.ts'
import { OneOf, ProgressDialog } from './progress-dialog.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'

/** The state of the work. Installing is recorded elsewhere, with a day. */
export function StateDialog({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const { stateDialog: words, name } = useWorkMessages()
  const { workState } = useMessages()
  const { kind, number, state: was, situation } = work
  const isDelivered = situation === DELIVERED_SITUATION
  const form = useForm({
    state: GIVEN_STATES.find((one) => one === was) ?? ('pending' as const),
    delivered: isDelivered,
    reason: '',
  })
  const { state, delivered } = form.fields
  const { mutate, isPending } = useAct(consoleWork.state, AFTER_WORK)
  const next = delivered === isDelivered ? situation : delivered ? DELIVERED_SITUATION : null
  return (
    <ProgressDialog
      title={words.title(name[kind](number))}
      form={form}
      needsReason={stateNeedsReason(work, { state, situation: next })}
      busy={isPending}
      done={words.done}
      onSend={(reason, answered) =>
        mutate({ number, state, ...(kind === 'incident' && { situation: next }), reason, was }, answered)
      }
      onClose={onClose}
    >
      <OneOf
        label={words.state}
        name="state"
        value={state}
        values={GIVEN_STATES.filter((one) => kind === 'incident' || one !== 'in-progress')}
        labels={workState}
        error={form.problems['state']}
        onChange={(chosen) => form.set({ state: chosen })}
      />
      {kind === 'incident' && (
        <Checkbox
          label={words.delivered}
          checked={delivered}
          onChange={({ currentTarget }) => form.set({ delivered: currentTarget.checked })}
        />
      )}
    </ProgressDialog>
  )
}
