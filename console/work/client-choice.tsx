import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOptionsQuery, useCallers } from '../calls/call-queries.ts'
import { useWorkMessages } from '../messages/work.ts'
import styles from './work.module.css'

interface Chosen {
  readonly code: number
  readonly name: string
}

interface Props {
  readonly chosen: Chosen | null
  readonly error?: string | undefined
  readonly onChoose: (client: Chosen | null) => void
}

/** A client found by name, code or installation. */
export function ClientChoice({ chosen, error, onChoose }: Props) {
  const { clientChoice: words } = useWorkMessages()
  const [typed, setTyped] = useState('')
  const { text, callers, settled, isError } = useCallers(typed)
  const clients = new Map(callers.map(({ client }) => [client.code, client] as const))
  if (chosen)
    return (
      <p className={styles.chosen}>
        {words.label}: <strong>{chosen.name}</strong>
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(null)}>
          {words.change}
        </Button>
      </p>
    )
  return (
    <div>
      <TextInput
        type="search"
        name="client"
        label={words.label}
        description={words.hint}
        maxLength={100}
        value={typed}
        error={error ?? (isError ? words.failed : undefined)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = clients.values()
          if (event.key !== 'Enter' || event.ctrlKey || text === '') return
          event.preventDefault()
          if (settled && first) onChoose(first)
        }}
      />
      {text.length > 1 && clients.size > 0 && (
        <ul className={styles.choices} aria-label={words.found}>
          {[...clients.values()].map((client) => (
            <li key={client.code}>
              <button type="button" className={styles.choice} onClick={() => onChoose(client)}>
                <strong>{client.name}</strong> {client.code}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.quiet}>
        {text.length > 1 && callers && clients.size === 0 && words.none}
      </p>
    </div>
  )
}

interface InstallationProps {
  readonly client: number
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (installation: string) => void
}

export function InstallationChoice({ client, value, error, onChange }: InstallationProps) {
  const { create: words } = useWorkMessages()
  const { data } = useQuery(callOptionsQuery(client))
  return (
    <NativeSelect
      label={words.installation}
      name="installation"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: '' },
        ...(data?.installations ?? []).map(({ code, version }) => ({ value: code, label: `${code} · ${version}` })),
      ]}
    />
  )
}
