import { Tabs, Title } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { MANUALS_ROUTE, VERSIONS_ROUTE, paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { DocumentLink } from './document-link.tsx'
import { chapterQuery, manualShelvesQuery, releaseShelvesQuery } from './manual-queries.ts'
import { ManualSearch } from './manual-search.tsx'
import { ManualShelf } from './manual-shelf.tsx'
import css from './manuals-page.module.css'
import type { ManualsSearch } from './manuals-search.ts'
import { ReleaseTimeline } from './release-timeline.tsx'
import { KNOWN_PROBLEMS, type Shelf, manualTabs, releaseTabs, shownTab } from './shelves.ts'

const manualsRoute = getRouteApi(MANUALS_ROUTE)
const versionsRoute = getRouteApi(VERSIONS_ROUTE)

export function ManualsPage() {
  const search = manualsRoute.useSearch()
  const navigate = manualsRoute.useNavigate()
  return <Shelves shelf="manuals" search={search} onChange={(change) => void navigate(changed(search, change))} />
}

export function VersionsPage() {
  const search = versionsRoute.useSearch()
  const navigate = versionsRoute.useNavigate()
  return <Shelves shelf="releases" search={search} onChange={(change) => void navigate(changed(search, change))} />
}

/** A search is one step in the history, however many letters are typed. */
const changed = (search: ManualsSearch, change: ManualsSearch) => ({
  search: { ...search, ...change },
  replace: 'buscar' in change,
  resetScroll: false,
})

interface Props {
  readonly shelf: Shelf
  readonly search: ManualsSearch
  readonly onChange: (change: ManualsSearch) => void
}

/** Manuals and versions (spec §2): one screen of tabs, from the server's list for the caller. */
function Shelves({ shelf, search, onChange }: Props) {
  const words = useMessages().manuals
  const problems = useProblemMessages()
  usePageTitle(words.title)
  return (
    <>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <p className={css.lead}>
        {words.lead}{' '}
        <Link to={paths.versionNote} params={{ slug: KNOWN_PROBLEMS }} className={css.known}>
          {problems.title}
        </Link>
      </p>
      <CameFrom />
      <ManualSearch text={search.buscar ?? ''} onText={(text) => onChange({ buscar: text || undefined })}>
        <ShelfTabs shelf={shelf} asked={search.pestana} onTab={(id) => onChange({ pestana: id })} />
      </ManualSearch>
    </>
  )
}

/** The chapter about the program of the application that the person came from. */
function CameFrom() {
  const { chapter } = useMessages().manuals
  const { program } = useAccount()
  const { data } = useQuery({ ...chapterQuery, enabled: program !== null })
  if (!data) return null
  const { document, title, section, sectionTitle } = data
  return (
    <p className={css.cameFrom}>
      <IconRoute size={22} stroke={1.7} aria-hidden />
      <span>
        {chapter.from}{' '}
        <DocumentLink document={document} section={section}>
          <span lang="es">{sectionTitle === null ? title : `${title} › ${sectionTitle}`}</span>
        </DocumentLink>
      </span>
    </p>
  )
}

function ShelfTabs({ shelf, asked, onTab }: { shelf: Shelf; asked: string | undefined; onTab: (id: string) => void }) {
  const words = useMessages().manuals
  const manuals = useQuery(manualShelvesQuery)
  const releases = useQuery(releaseShelvesQuery)
  const titles: Readonly<Record<string, string>> = words.tabs
  if (!manuals.data || !releases.data) {
    const failed = [manuals, releases].filter(({ isError }) => isError)
    if (failed.length === 0) return <LoadingState label={words.loading} />
    return (
      <ErrorState
        text={words.failed}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => failed.forEach((query) => void query.refetch())}
      />
    )
  }
  const tabs = [...manualTabs(manuals.data), ...releaseTabs(releases.data)]
  const shown = shownTab(tabs, shelf, asked)
  if (!shown) return <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
  return (
    <Tabs value={shown.id} onChange={(id) => id !== null && onTab(id)}>
      <Tabs.List aria-label={words.tabsLabel} className={css.tabs}>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id} className={css.tab}>
            {titles[id] ?? title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.id} className={css.panel}>
        {shown.shelf === 'manuals' ? <ManualShelf key={shown.id} tab={shown} /> : <ReleaseTimeline tab={shown} />}
      </Tabs.Panel>
    </Tabs>
  )
}
