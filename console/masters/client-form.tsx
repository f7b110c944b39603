import { clientNow, consoleClients } from '#contract/console/clients.ts'
import { useAct } from '../act.ts'
import { useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { formFields, written } from './client-fields.tsx'
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
      begin={written}
      fields={(_, row) => formFields({ words, areas }, row)}
      check={({ code, name }) => ({
        code: code === '' ? shared.field.required() : null,
        name: name.trim() === '' ? shared.field.required() : null,
      })}
      save={({ code, ...typed }, row) =>
        row
          ? change.mutateAsync({ client: row.code, ...typed, revision: row.revision })
          : create.mutateAsync({ code: Number(code), ...typed })
      }
      done={({ name }) => words.saved(name)}
      {...(onSaved && { onSaved })}
      onClose={onClose}
    />
  )
}
