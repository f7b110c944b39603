import { TextInput } from '@mantine/core'
import { consoleWork } from '#contract/console/work.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useWorkMessages } from '../messages/work.ts'
import { VersionInput } from './version-input.tsx'
import { AFTER_WORK, type WorkView } from './work-queries.ts'
import styles from './work.module.css'

/** A piece of work without its state. */
export function EditDialog({ work, onClose }: { work: WorkView; onClose: () => void }) {
  const { page: words, form: formWords, name } = useWorkMessages()
  const { form: saying } = useMasterMessages()
  const { kind, number, title, version, department, sprint, budget, requestedOn } = work
  const form = useForm({ title, version, department, sprint, budget, requestedOn: requestedOn ?? '' })
  const { mutate, isPending } = useAct(consoleWork.change, AFTER_WORK)
  const send = () => {
    const { fields } = form
    mutate(
      {
        number,
        title: fields.title,
        version: fields.version,
        ...(kind === 'incident'
          ? { department: fields.department, sprint: fields.sprint }
          : { budget: fields.budget, requestedOn: fields.requestedOn || null }),
      },
      {
        onSuccess: () => {
          showAlert('success', saying.saved)
          onClose()
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={`${words.change}: ${name[kind](number)}`}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput label={formWords.title} required maxLength={200} {...form.text('title')} />
      <div className={styles.row}>
        <VersionInput {...form.text('version')} />
        {kind === 'incident' && (
          <>
            <TextInput label={words.department} maxLength={100} {...form.text('department')} />
            <TextInput label={words.sprint} maxLength={100} {...form.text('sprint')} />
          </>
        )}
        {kind === 'development' && (
          <>
            <TextInput label={words.budget} maxLength={40} {...form.text('budget')} />
            <TextInput label={words.requestedOn} type="date" {...form.text('requestedOn')} />
          </>
        )}
      </div>
    </FormDialog>
  )
}
