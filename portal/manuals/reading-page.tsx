import { Button, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconClockPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { type ReactNode, memo, useMemo } from 'react'
import { isLater } from '#domain/document.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { screen } from '#browser/screens/screen.ts'
import { CallFailed } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { MANUAL_ROUTE, VERSION_NOTE_ROUTE, paths } from '../paths.ts'
import { BlockSetting, Blocks, DocumentSection } from './blocks.tsx'
import { Contents, type Entry } from './contents.tsx'
import { DocumentLink } from './document-link.tsx'
import {
  type DocumentPage,
  type ReadSection,
  documentQuery,
  manualShelvesQuery,
  releaseShelvesQuery,
} from './manual-queries.ts'
import { ManualSearch } from './manual-search.tsx'
import { PdfButton } from './pdf-button.tsx'
import { PrintButton, ReadingFrame } from './reading-frame.tsx'
import css from './reading-page.module.css'
import { KNOWN_PROBLEMS, type Place, type ShelfLink, manualTabs, placeOf, releaseTabs } from './shelves.ts'

const manualRoute = getRouteApi(MANUAL_ROUTE)
const versionNoteRoute = getRouteApi(VERSION_NOTE_ROUTE)

interface Reading {
  readonly document: string
  readonly searched: string
  readonly onSearch: (text: string) => void
}

export function ManualPage() {
  const { slug } = manualRoute.useParams()
  const { buscar } = manualRoute.useSearch()
  const navigate = manualRoute.useNavigate()
  const document = `manuales/${slug}`
  const { data: page } = useQuery(documentQuery(document))
  // It comes after the text, so that readers do not wait for it.
  const { data: groups } = useQuery({ ...manualShelvesQuery, enabled: page !== undefined })
  const place = groups && placeOf(manualTabs(groups), document)
  const onSearch = (text: string) => void navigate({ search: { buscar: text || undefined }, ...SEARCHING })
  return <ReadingPage key={document} document={document} place={place} searched={buscar ?? ''} onSearch={onSearch} />
}

const KnownProblemsPage = screen(() => import('./known-problems-page.tsx'), 'KnownProblemsPage')

/**
 * Known problems have an address among the versions' notes, but no route of their own, which would make the first load
 * too heavy.
 */
export function VersionNotePage() {
  const { slug } = versionNoteRoute.useParams()
  return slug === KNOWN_PROBLEMS ? <KnownProblemsPage /> : <VersionNote slug={slug} />
}

function VersionNote({ slug }: { slug: string }) {
  const { buscar } = versionNoteRoute.useSearch()
  const navigate = versionNoteRoute.useNavigate()
  const document = `versiones/${slug}`
  const { data: page } = useQuery(documentQuery(document))
  const { data: lines } = useQuery({ ...releaseShelvesQuery, enabled: page !== undefined })
  const place = lines && placeOf(releaseTabs(lines), document)
  const onSearch = (text: string) => void navigate({ search: { buscar: text || undefined }, ...SEARCHING })
  return <ReadingPage key={document} document={document} place={place} searched={buscar ?? ''} onSearch={onSearch} />
}

const SEARCHING = { replace: true, resetScroll: false } as const

/** A provider's document, all on one page, with links within it. */
function ReadingPage({ document, place, searched, onSearch }: Reading & { place: Place | undefined }) {
  const words = useMessages().manuals
  const { data: page, error, isFetching, refetch } = useQuery(documentQuery(document))
  const entries = useMemo(() => (page ? entriesOf(page) : []), [page])
  if (page) {
    const { title, summary } = page
    const titles: Readonly<Record<string, string>> = words.tabs
    return (
      <ReadingFrame
        shelf={place ? { link: shelfLink(place), title: titles[place.tab.id] ?? place.tab.title } : null}
        title={title}
        titleLanguage="es"
        path={`/${document}`}
        ready={searched === ''}
        about={<About page={page} />}
      >
        {summary !== '' && (
          <p className={css.summary} lang="es">
            {summary}
          </p>
        )}
        <ManualSearch
          document={document}
          text={searched}
          onText={onSearch}
          aside={
            <div className={css.actions}>
              <PdfButton documents={[document]} name={title} label={words.pdf.buttonTitle(title)}>
                {words.pdf.button}
              </PdfButton>
              <PrintButton />
            </div>
          }
        >
          <div className={css.columns}>
            <Contents entries={entries} />
            <Text page={page} />
          </div>
          {place && <Neighbours place={place} />}
        </ManualSearch>
      </ReadingFrame>
    )
  }
  return <Unread error={error} busy={isFetching} onRetry={() => void refetch()} />
}

/** The page while the text is loading, or if it is missing. */
function Unread({ error, busy, onRetry }: { error: Error | null; busy: boolean; onRetry: () => void }) {
  const { title, reading } = useMessages().manuals
  usePageTitle(title)
  const isMissing = error instanceof CallFailed && error.status === 404
  return (
    <>
      <Title order={1} size="h2">
        {title}
      </Title>
      {!error && <LoadingState label={reading.loading} />}
      {error && !isMissing && <ErrorState text={reading.failed} busy={busy} onRetry={onRetry} />}
      {isMissing && (
        <EmptyState
          title={reading.missing}
          action={
            <Button variant="default" component={Link} to={paths.manuals}>
              {reading.back}
            </Button>
          }
        />
      )}
    </>
  )
}

const shelfLink = ({ tab }: Place) => ({
  to: tab.shelf === 'manuals' ? paths.manuals : paths.versions,
  search: { pestana: tab.id },
})

function About({ page }: { page: DocumentPage }) {
  const { reading } = useMessages().manuals
  const { day } = useFormat()
  const { date, version, installedVersion, since, later } = page
  const isNewer = isLater(version, installedVersion)
  return (
    <>
      <p className={css.date}>{version === null ? reading.updated(day(date)) : reading.released(day(date))}</p>
      {(later || isNewer) && (
        <p className={css.later}>
          <IconClockPause size={20} stroke={1.7} aria-hidden />
          {later && since !== null
            ? reading.later(since, installedVersion)
            : reading.laterNote(version ?? '', installedVersion)}
        </p>
      )}
    </>
  )
}

/** Sections newer than the document itself, while the installed version lacks them. */
const isLaterSection = ({ later, since }: ReadSection): boolean => later && since !== null

/** Sections for the installed version come first. */
function inReadingOrder({ sections }: DocumentPage) {
  return {
    fitting: sections.filter((section) => !isLaterSection(section)),
    later: sections.filter(isLaterSection),
  }
}

function entriesOf(page: DocumentPage): Entry[] {
  const { fitting, later } = inReadingOrder(page)
  return [...fitting, ...later].map((section) => ({
    id: section.id,
    title: section.title,
    parts: section.blocks.flatMap((block) => (block.kind === 'heading' && block.id !== null ? [block.id] : [])),
    since: isLaterSection(section) ? section.since : null,
  }))
}

/** Rendered once: a manual is long, and its surroundings change often. */
const Text = memo(function Text({ page }: { page: DocumentPage }) {
  const { reading } = useMessages().manuals
  const { document, title, installedVersion, introduction } = page
  const { fitting, later } = inReadingOrder(page)
  const setting = useMemo(
    () => ({ document, installedVersion, level: 2 as const, prefix: '' }),
    [document, installedVersion],
  )
  return (
    <BlockSetting value={setting}>
      <article className={css.text} lang="es">
        {introduction.length > 0 && (
          <div className={css.introduction}>
            <Blocks blocks={introduction} title={title} />
          </div>
        )}
        {fitting.map((section) => (
          <DocumentSection key={section.id} {...section} later={false} />
        ))}
        {later.length > 0 && <p className={css.divider}>{reading.laterSections(installedVersion)}</p>}
        {later.map((section) => (
          <DocumentSection key={section.id} {...section} />
        ))}
      </article>
    </BlockSetting>
  )
})

/** The documents before and after it on its shelf. */
function Neighbours({ place: { previous, next } }: { place: Place }) {
  const { reading } = useMessages().manuals
  if (!previous && !next) return null
  return (
    <nav className={css.neighbours} aria-label={reading.neighbours}>
      {previous && (
        <Neighbour link={previous} words={reading.previous} icon={<IconArrowLeft size={20} aria-hidden />} />
      )}
      {next && <Neighbour link={next} words={reading.next} icon={<IconArrowRight size={20} aria-hidden />} after />}
    </nav>
  )
}

function Neighbour({
  link: { document, name },
  words,
  icon,
  after = false,
}: {
  link: ShelfLink
  words: string
  icon: ReactNode
  after?: boolean
}) {
  return (
    <DocumentLink document={document} className={after ? css.after : css.before}>
      {!after && icon}
      <span className={css.neighbourWords}>
        <span className={css.neighbourWay}>{words}</span> <span lang="es">{name}</span>
      </span>
      {after && icon}
    </DocumentLink>
  )
}
