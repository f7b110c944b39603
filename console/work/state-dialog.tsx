import { Checkbox, NativeSelect } from '@mantine/core'
import { consoleWork } from '#contract/console/work.ts'
import { DELIVERED_SITUATION } from '#domain/incident.ts'
import { type GivenState, stateNeedsReason } from '#domain/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../masters/form-dialog.tsx'
import { useForm } from '../masters/use-form.ts'
import { useMessages } from '../messages/index.ts'
import { useWorkMessages } from '../messages/work.ts'
import { ReasonField } from './work-fields.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'
import { WORK_STATES } from './work-search.ts'

const GIVEN: readonly GivenState[] = WORK_STATES.filter(
  (state) => state !== 'installed-in-test' && state !== 'installed-in-production',
)

/** Where the work stands now; where it is installed is said with a day, elsewhere. */
export function StateDialog({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const { stateDialog: words, form: formWords, name } = useWorkMessages()
  const { workState } = useMessages()
  const { kind, number, state, situation } = work
  const states = GIVEN.filter((one) => kind === 'incident' || one !== 'in-progress')
  const isDelivered = situation === DELIVERED_SITUATION
  const form = useForm({
    state: GIVEN.find((one) => one === state) ?? ('pending' as const),
    delivered: isDelivered,
    reason: '',
  })
  const { fields, set, problems } = form
  const { mutate, isPending } = useAct(consoleWork.state, AFTER_WORK)
  const next = fields.delivered === isDelivered ? situation : fields.delivered ? DELIVERED_SITUATION : null
  const needsReason = stateNeedsReason(work, { state: fields.state, situation: next })
  const send = () => {
    if (needsReason && fields.reason.trim() === '') {
      form.wrong({ reason: formWords.reasonRequired }, formWords.reasonRequired)
      return
    }
    mutate(
      {
        number,
        state: fields.state,
        ...(kind === 'incident' && { situation: next }),
        reason: fields.reason.trim() || null,
        was: state,
      },
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
      title={words.title(name[kind](number))}
      dirty={form.dirty}
      busy={isPending}
      size="sm"
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <NativeSelect
        label={words.state}
        name="state"
        data-autofocus
        value={fields.state}
        error={problems['state']}
        onChange={({ currentTarget }) => {
          const chosen = states.find((one) => one === currentTarget.value)
          if (chosen) set({ state: chosen })
        }}
        data={states.map((value) => ({ value, label: workState[value] }))}
      />
      {kind === 'incident' && (
        <Checkbox
          label={words.delivered}
          checked={fields.delivered}
          onChange={({ currentTarget }) => set({ delivered: currentTarget.checked })}
        />
      )}
      <ReasonField
        value={fields.reason}
        required={needsReason}
        error={problems['reason']}
        onChange={(reason) => set({ reason })}
      />
    </FormDialog>
  )
}
