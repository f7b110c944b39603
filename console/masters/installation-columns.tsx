import type { MasterMessages } from '../messages/masters-es.ts'
import { ActivityBadge } from './activity-choice.tsx'
import type { Installation } from './client-queries.ts'
import type { MasterColumn } from '../lists/master-list.tsx'

export const installationColumns = (words: MasterMessages['installations']): readonly MasterColumn<Installation>[] => [
  { title: words.code, cell: ({ code }) => code },
  { title: words.version, cell: ({ version }) => version || '–' },
  { title: words.entryMode, cell: ({ entryMode }) => words.entryModes[entryMode] },
  { title: words.companies, cell: ({ companies }) => companies },
  { title: words.keys, cell: ({ keys }) => keys },
  { title: words.state, cell: ({ active }) => <ActivityBadge active={active} /> },
]
