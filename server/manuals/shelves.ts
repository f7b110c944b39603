import type { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import type { ClientArea } from '#domain/account.ts'
import { type ProductLine, type ProviderDocument, mayRead } from '#domain/document.ts'
import type { Documents } from './library.ts'

type Groups = Data<typeof api.manuals.groups>
type Links = Groups[number]['sections'][number]['links']

/** The manuals of some areas: a tab for each area, a group of links for each of its subjects. */
export function manualShelves({ byId }: Documents, areas: readonly ClientArea[]): Groups {
  const mine = [...byId.values()].filter((document) => document.release === null && mayRead(document, areas))
  return TABS.flatMap(({ area, id, title }) => {
    const groups = Map.groupBy(
      mine.filter((document) => document.area === area),
      ({ group }) => group,
    )
    const sections = [...groups].toSorted(([a], [b]) => a.localeCompare(b, 'es'))
    if (sections.length === 0) return []
    const date = latest(sections.flatMap(([, documents]) => documents))
    return [
      {
        id,
        title,
        date,
        sections: sections.map(([group, documents]) => ({ title: group, links: linksTo(documents) })),
      },
    ]
  })
}

const TABS: readonly { readonly area: ClientArea | null; readonly id: string; readonly title: string }[] = [
  { area: 'main', id: 're', title: 'Manuales RE' },
  { area: 'apps', id: 'apps', title: 'Manuales apps' },
  { area: 'aspro', id: 'bc', title: 'Manuales BC' },
  { area: null, id: 'portal', title: 'Este portal' },
]

/** The versions of a product line with their notes, newest first. Notes on BC are offered for download. */
export function releaseShelves({ byId }: Documents, areas: readonly ClientArea[], line: ProductLine): Groups {
  const notes = [...byId.values()].filter((document) => document.release?.line === line && mayRead(document, areas))
  return [...Map.groupBy(notes, ({ release }) => release?.version ?? '')]
    .map(([version, documents]) => {
      const sections = [{ title: '', links: linksTo(documents) }]
      return { id: version, title: version, date: latest(documents), sections }
    })
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || b.title.localeCompare(a.title, 'es'))
}

/** The day of the latest change among them. */
const latest = (documents: readonly ProviderDocument[]): string | null =>
  documents
    .map(({ date }) => date)
    .toSorted()
    .at(-1) ?? null

const linksTo = (documents: readonly ProviderDocument[]): Links =>
  documents
    .toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'es'))
    .map((document) => ({
      name: document.title,
      document: document.id,
      kind: kindOf(document),
      summary: document.summary,
      since: document.since,
    }))

/** «What changed for you» comes first. */
const rank = ({ release }: ProviderDocument): number =>
  ['changes', 'manual', 'model'].indexOf(release?.kind ?? 'manual')

function kindOf({ release }: ProviderDocument): Links[number]['kind'] {
  if (release === null) return 'manual'
  return release.line === 're' ? release.kind : 'download'
}
