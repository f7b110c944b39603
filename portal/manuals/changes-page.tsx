import { Badge, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isLater } from '#domain/document.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { WorkStateBadge } from '../incidents/work-state.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { developmentSearch, incidentSearch } from '../tickets/tickets-search.ts'
import { BlockSetting, DocumentSection, Heading } from './blocks.tsx'
import css from './changes-page.module.css'
import { Contents, type Entry } from './contents.tsx'
import { DocumentLink } from './document-link.tsx'
import { type Changes, changesQuery } from './manual-queries.ts'
import { PdfButton } from './pdf-button.tsx'
import { PrintButton, ReadingFrame } from './reading-frame.tsx'
import reading from './reading-page.module.css'
import { MAIN_RELEASES } from './shelves.ts'

type Release = Changes['versions'][number]

/** The changes since the installed version in the client's modules. */
export function ChangesPage() {
  const words = useMessages().manuals
  const language = useLanguage()
  const { own } = words.changes
  const { data, isError, isFetching, refetch } = useQuery(changesQuery)
  const entries = useMemo(
    () => data?.versions.flatMap((release) => entriesOf(release, { title: own, language })) ?? [],
    [data, own, language],
  )
  if (!data) return <Unread failed={isError} busy={isFetching} onRetry={() => void refetch()} />
  const { installedVersion, newestVersion, versions } = data
  const hasNewer = newestVersion !== null && isLater(newestVersion, installedVersion)
  return (
    <ReadingFrame
      shelf={{
        link: { to: paths.versions, search: { pestana: MAIN_RELEASES } },
        title: words.tabs[MAIN_RELEASES],
      }}
      title={words.changes.title}
      path={paths.changes}
      ready
      about={
        <p className={reading.summary}>
          {hasNewer ? words.changes.between(installedVersion, newestVersion) : words.changes.upToDate(installedVersion)}
        </p>
      }
    >
      {versions.length === 0 && hasNewer && <EmptyState title={words.changes.none} />}
      {versions.length > 0 && (
        <>
          <div className={css.actions}>
            <PdfButton
              documents={['cambios']}
              name={words.changes.title}
              label={words.pdf.buttonTitle(words.changes.title)}
            >
              {words.pdf.button}
            </PdfButton>
            <PrintButton />
          </div>
          <div className={reading.columns}>
            <Contents entries={entries} />
            <article className={reading.text} lang="es">
              {versions.map((release) => (
                <ReleaseChanges key={release.version} release={release} installed={installedVersion} />
              ))}
            </article>
          </div>
        </>
      )}
    </ReadingFrame>
  )
}

function Unread({ failed, busy, onRetry }: { failed: boolean; busy: boolean; onRetry: () => void }) {
  const { changes, reading: words } = useMessages().manuals
  usePageTitle(changes.title)
  return (
    <>
      <Title order={1} size="h2">
        {changes.title}
      </Title>
      {failed ? (
        <ErrorState text={changes.failed} busy={busy} onRetry={onRetry} />
      ) : (
        <LoadingState label={words.loading} />
      )}
    </>
  )
}

const prefixOf = (version: string): string => `${version.toLowerCase()}-`

/** The id of the section with the reader's own work. No section of a document has an id that begins with a hyphen. */
const OWN = '-own'

const hasOwn = ({ incidents, developments }: Release): boolean => incidents.length + developments.length > 0

function entriesOf(release: Release, own: Pick<Entry, 'title' | 'language'>): Entry[] {
  const prefix = prefixOf(release.version)
  return [
    ...(hasOwn(release) ? [{ ...own, id: prefix + OWN, parts: [], since: null }] : []),
    ...release.sections.map(({ id, title }) => ({ id: prefix + id, title, parts: [], since: null })),
  ]
}

function ReleaseChanges({ release, installed }: { release: Release; installed: string }) {
  const { changes } = useMessages().manuals
  const { day } = useFormat()
  const { version, date, sections } = release
  const notes = [...new Set(sections.map(({ document }) => document))]
  return (
    <section className={css.release} aria-labelledby={prefixOf(version)}>
      <div className={css.head}>
        <h2 id={prefixOf(version)}>{version}</h2>
        <Badge variant="light" color="gray" tt="none" className={css.badge}>
          {day(date)}
        </Badge>
      </div>
      {hasOwn(release) && (
        <BlockSetting value={{ document: '', installedVersion: installed, level: 3, prefix: prefixOf(version) }}>
          <OwnWork release={release} />
        </BlockSetting>
      )}
      {sections.map(({ document, ...section }) => (
        <BlockSetting
          key={`${document}#${section.id}`}
          value={{ document, installedVersion: installed, level: 3, prefix: prefixOf(version) }}
        >
          {/* Everything here is newer than the installed version; the page says so once. */}
          <DocumentSection {...section} since={null} later={false} />
        </BlockSetting>
      ))}
      {notes.map((document) => (
        <p key={document} className={css.note}>
          <DocumentLink document={document}>{changes.wholeNote(version)}</DocumentLink>
        </p>
      ))}
    </section>
  )
}

/** The reader's own deliveries of a version, each with a link to its row. */
function OwnWork({ release: { version, incidents, developments } }: { release: Release }) {
  const { manuals, incidents: lists } = useMessages()
  const { own } = manuals.changes
  const kinds = [
    { work: incidents, searchFor: incidentSearch, label: lists.list.label },
    { work: developments, searchFor: developmentSearch, label: lists.developments.label },
  ]
  return (
    <section lang={useLanguage()} aria-labelledby={prefixOf(version) + OWN}>
      <Heading level={3} id={OWN} title={own} since={null} />
      {kinds
        .filter(({ work }) => work.length > 0)
        .map(({ work, searchFor, label }) => (
          <div key={label} className={css.own}>
            <h4>{label}</h4>
            <ul>
              {work.map(({ number, title, shownState }) => (
                <li key={number}>
                  <Link to={paths.tickets} params={{ atajo: 'lista' }} search={searchFor(number)}>
                    {number}
                  </Link>
                  <span lang="es">{title}</span>
                  <WorkStateBadge state={shownState} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  )
}
