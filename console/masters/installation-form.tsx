import { consoleInstallations, installationNow } from '#contract/console/installations.ts'
import { ENTRY_MODES } from '#domain/account.ts'
import { useAct } from '../act.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { Client, Installation } from './client-queries.ts'
import { MASTERS } from '../lists/list-query.ts'
import { RecordForm } from '../forms/record-form.tsx'

interface Props {
  /** The client that it belongs to. */
  readonly client: Pick<Client, 'code'>
  /** null: a new one. */
  readonly installation: Installation | null
  readonly onClose: () => void
  readonly onSaved?: (installation: Installation) => void
}

export function InstallationForm({ client, installation, onClose, onSaved }: Props) {
  const { installations: words } = useMasterMessages()
  const create = useAct(consoleInstallations.create, [MASTERS])
  const change = useAct(consoleInstallations.change, [MASTERS])
  return (
    <RecordForm
      record={installation}
      told={(refusal) => refusal.told(installationNow)}
      title={(row) => (row ? words.edit(row.code) : words.create)}
      begin={fieldsOf}
      fields={(_, row) => [
        !row && { is: 'text', name: 'code', label: words.code, hint: words.codeHint, required: true, maxLength: 64 },
        { is: 'text', name: 'version', label: words.version, placeholder: 'V031', maxLength: 20 },
        {
          is: 'one',
          name: 'entryMode',
          label: words.entryMode,
          hint: words.entryModeHint,
          values: ENTRY_MODES,
          labels: words.entryModes,
        },
        row !== null && { is: 'check', name: 'active', label: words.mayEnter, hint: words.mayEnterHint },
      ]}
      save={({ code, active, ...written }, row) =>
        row
          ? change.mutateAsync({ installation: row.code, ...written, active, revision: row.revision })
          : create.mutateAsync({ client: client.code, code, ...written })
      }
      done={({ code }) => words.saved(code)}
      {...(onSaved && { onSaved })}
      onClose={onClose}
    />
  )
}

function fieldsOf(row: Installation | null): Pick<Installation, 'code' | 'version' | 'entryMode' | 'active'> {
  if (!row) return { code: '', version: '', entryMode: 'signed', active: true }
  const { code, version, entryMode, active } = row
  return { code, version, entryMode, active }
}
