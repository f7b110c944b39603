import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { ActivityBadge } from './activity-choice.tsx'
import { type Installation, installationQuery } from './client-queries.ts'
import { Companies } from './companies.tsx'
import { InstallationForm } from './installation-form.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { OneRecord } from './one-record.tsx'
import { SigningKeys } from './signing-keys.tsx'

/** One installation: version, entry mode, companies and, for supervisors, the keys that its links are signed with. */
export function InstallationPage() {
  const installation = useParams({ strict: false }).installation ?? ''
  const query = useQuery(installationQuery(installation))
  return (
    <OneRecord query={query} back={{ to: paths.installations }}>
      {(found) => <Opened installation={found} />}
    </OneRecord>
  )
}

function Opened({ installation }: { installation: Installation }) {
  const { installations: words, form } = useMasterMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const [editing, setEditing] = useState(false)
  const { code, client, version, entryMode, active } = installation
  const toClient = { to: paths.client, params: { client: String(client.code) } } as const
  return (
    <MasterPage title={words.one(code)} back={{ ...toClient, words: client.name }}>
      <section className={styles.box} aria-label={words.data}>
        <dl className={styles.facts}>
          <div>
            <dt>{words.client}</dt>
            <dd>
              <Link {...toClient}>{client.name}</Link>
            </dd>
          </div>
          <div>
            <dt>{words.version}</dt>
            <dd>{version || '–'}</dd>
          </div>
          <div>
            <dt>{words.entryMode}</dt>
            <dd>{words.entryModes[entryMode]}</dd>
          </div>
          <div>
            <dt>{words.state}</dt>
            <dd>
              <ActivityBadge active={active} />
            </dd>
          </div>
        </dl>
        {isSupervisor && (
          <div className={styles.links}>
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              {form.edit}
            </Button>
          </div>
        )}
      </section>
      {isSupervisor && <SigningKeys installation={code} />}
      <Companies installation={code} />
      {editing && <InstallationForm client={client} installation={installation} onClose={() => setEditing(false)} />}
    </MasterPage>
  )
}
