import { clientNow, consoleClients } from '#contract/console/clients.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import { useAct } from '../act.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { Client } from './client-queries.ts'
import { MASTERS } from '../lists/list-query.ts'
import { RecordForm } from '../forms/record-form.tsx'

interface Props {
  /** null: a new one. */
  readonly client: Client | null
  readonly onClose: () => void
  readonly onSaved?: (client: Client) => void
}

export function ClientForm({ client, onClose, onSaved }: Props) {
  const { clients: words } = useMasterMessages()
  const { area: areas, shared } = useMessages()
  const create = useAct(consoleClients.create, [MASTERS])
  const change = useAct(consoleClients.change, [MASTERS])
  return (
    <RecordForm
      record={client}
      told={(refusal) => refusal.told(clientNow)}
      title={(row) => (row ? words.edit(row.name) : words.create)}
      begin={fieldsOf}
      fields={(_, row) => [
        !row && { is: 'digits', name: 'code', label: words.code, hint: words.codeHint, required: true, maxLength: 9 },
        { is: 'text', name: 'name', label: words.name, required: true, maxLength: 200 },
        { is: 'text', type: 'email', name: 'email', label: words.email, maxLength: 254 },
        { is: 'some', name: 'areas', label: words.areas, hint: words.areasHint, values: CLIENT_AREAS, labels: areas },
        row !== null && { is: 'check', name: 'active', label: words.mayEnter, hint: words.mayEnterHint },
        row !== null && {
          is: 'check',
          name: 'secondFactorRequired',
          label: words.secondFactor,
          hint: words.secondFactorHint,
        },
      ]}
      check={({ code, name }) => ({
        code: code === '' ? shared.field.required() : null,
        name: name.trim() === '' ? shared.field.required() : null,
      })}
      save={({ code, name, email, areas, ...rights }, row) =>
        row
          ? change.mutateAsync({ client: row.code, name, email, areas, ...rights, revision: row.revision })
          : create.mutateAsync({ code: Number(code), name, email, areas })
      }
      done={({ name }) => words.saved(name)}
      {...(onSaved && { onSaved })}
      onClose={onClose}
    />
  )
}

interface Written extends Pick<Client, 'name' | 'email' | 'areas' | 'active' | 'secondFactorRequired'> {
  readonly code: string
}

function fieldsOf(row: Client | null): Written {
  if (!row) return { code: '', name: '', email: '', areas: ['main'], active: true, secondFactorRequired: false }
  const { code, name, email, areas, active, secondFactorRequired } = row
  return { code: String(code), name, email, areas, active, secondFactorRequired }
}
