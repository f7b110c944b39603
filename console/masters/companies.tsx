import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyNow, consoleInstallations } from '#contract/console/installations.ts'
import { useAct } from '../act.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useTechnician } from '../session/session-store.ts'
import { ActivityBadge } from './activity-choice.tsx'
import { type Company, companiesQuery } from './client-queries.ts'
import { MASTERS } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import styles from './masters.module.css'
import { RecordForm } from '../forms/record-form.tsx'
import { useListSearch } from '../lists/use-list-search.ts'

/** The companies that an installation raises tickets for. */
export function Companies({ installation }: { installation: string }) {
  const { companies: words } = useMasterMessages()
  const isSupervisor = useTechnician().role === 'supervisor'
  const search = useListSearch()
  const query = useInfiniteQuery(companiesQuery(installation, search.text))
  const [open, setOpen] = useState<Company | 'new' | null>(null)
  return (
    <section className={styles.part} aria-labelledby="empresas">
      <h2 id="empresas" className={styles.boxTitle}>
        {words.title}
      </h2>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ code }) => code}
        search={{ ...search, label: words.search }}
        {...(isSupervisor && {
          opening: (row: Company) => () => setOpen(row),
          create: { words: words.create, run: () => setOpen('new') },
        })}
        empty={words.empty}
        columns={columnsOf(words)}
      />
      {open !== null && (
        <CompanyForm installation={installation} company={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

const columnsOf = (words: MasterMessages['companies']): readonly MasterColumn<Company>[] => [
  { title: words.code, cell: ({ code }) => code, width: '20%' },
  { title: words.name, cell: ({ name }) => name },
  { title: words.state, cell: ({ active }) => <ActivityBadge active={active} />, width: '20%' },
]

interface FormProps {
  readonly installation: string
  /** null: a new one. */
  readonly company: Company | null
  readonly onClose: () => void
}

function CompanyForm({ installation, company, onClose }: FormProps) {
  const { companies: words } = useMasterMessages()
  const create = useAct(consoleInstallations.createCompany, [MASTERS])
  const change = useAct(consoleInstallations.changeCompany, [MASTERS])
  return (
    <RecordForm
      size="sm"
      record={company}
      told={(refusal) => refusal.told(companyNow)}
      title={(row) => (row ? words.edit(row.code) : words.create)}
      begin={(row) => ({ code: row?.code ?? '', name: row?.name ?? '', active: row?.active ?? true })}
      fields={(_, row) => [
        !row && { is: 'text', name: 'code', label: words.code, required: true, maxLength: 20 },
        { is: 'text', name: 'name', label: words.name, required: true, maxLength: 200 },
        row !== null && { is: 'check', name: 'active', label: words.offered },
      ]}
      save={({ code, name, active }, row) =>
        row
          ? change.mutateAsync({ installation, company: row.code, name, active, revision: row.revision })
          : create.mutateAsync({ installation, code, name })
      }
      done={({ name }) => words.saved(name)}
      onClose={onClose}
    />
  )
}
