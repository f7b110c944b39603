import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { consoleInstallations, installationNow } from '#contract/console/installations.ts'
import { ENTRY_MODES } from '#domain/account.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { Client, Installation } from './client-queries.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { useForm } from '../forms/use-form.ts'
import { useRace } from '../forms/use-race.ts'

interface Written {
  readonly code: string
  readonly version: string
  readonly entryMode: Installation['entryMode']
  readonly active: boolean
}

interface NewProps {
  readonly client: Client
  readonly onClose: () => void
  readonly onCreated: (installation: Installation) => void
}

export function NewInstallation({ client, onClose, onCreated }: NewProps) {
  const { installations: words } = useMasterMessages()
  const form = useForm<Written>({ code: '', version: '', entryMode: 'signed', active: true })
  const { mutate, isPending } = useAct(consoleInstallations.create, [MASTERS])
  const send = () => {
    const { active: _, ...written } = form.fields
    mutate(
      { client: client.code, ...written },
      {
        onSuccess: (installation) => {
          showAlert('success', words.saved(installation.code))
          onClose()
          onCreated(installation)
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={words.create}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput
        {...form.text('code')}
        required
        label={words.code}
        description={words.codeHint}
        maxLength={64}
        autoComplete="off"
      />
      <Fields form={form} />
    </FormDialog>
  )
}

export function OpenInstallation({ installation, onClose }: { installation: Installation; onClose: () => void }) {
  const race = useRace(installation, (refusal) => refusal.told(installationNow))
  return <EditInstallation key={race.record.revision} race={race} onClose={onClose} />
}

function EditInstallation({ race, onClose }: { race: ReturnType<typeof useRace<Installation>>; onClose: () => void }) {
  const { installations: words } = useMasterMessages()
  const { code, version, entryMode, active, revision } = race.record
  const form = useForm<Written>({ code, version, entryMode, active })
  const { mutate, isPending } = useAct(consoleInstallations.change, [MASTERS])
  const send = () => {
    const { code: _, ...written } = form.fields
    mutate(
      { installation: code, ...written, revision },
      {
        onSuccess: () => {
          showAlert('success', words.saved(code))
          onClose()
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  }
  return (
    <FormDialog
      title={words.edit(code)}
      dirty={form.dirty}
      busy={isPending}
      onTakeCurrent={race.lost ? race.take : null}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Fields form={form} />
      <Checkbox
        label={words.mayEnter}
        description={words.mayEnterHint}
        checked={form.fields.active}
        onChange={({ currentTarget }) => form.set({ active: currentTarget.checked })}
      />
    </FormDialog>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<Written>> }) {
  const { installations: words } = useMasterMessages()
  return (
    <>
      <TextInput {...form.text('version')} label={words.version} placeholder="V031" maxLength={20} autoComplete="off" />
      <NativeSelect
        label={words.entryMode}
        description={words.entryModeHint}
        value={form.fields.entryMode}
        error={form.problems['entryMode']}
        onChange={({ currentTarget }) => {
          const entryMode = ENTRY_MODES.find((one) => one === currentTarget.value)
          if (entryMode) form.set({ entryMode })
        }}
        data={ENTRY_MODES.map((value) => ({ value, label: words.entryModes[value] }))}
      />
    </>
  )
}
