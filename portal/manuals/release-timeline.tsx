import { Badge } from '@mantine/core'
import {
  type TablerIcon,
  IconArrowsDiff,
  IconBook2,
  IconChevronRight,
  IconCircleCheck,
  IconDatabase,
  IconFileDownload,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isLater } from '#domain/document.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { DocumentLink } from './document-link.tsx'
import { PdfButton } from './pdf-button.tsx'
import css from './release-timeline.module.css'
import { MAIN_RELEASES, type Release, type ShelfLink, type Tab } from './shelves.ts'

/** The versions of a product line, newest first, with their notes (spec §2, Manuals and versions). */
export function ReleaseTimeline({ tab }: { tab: Tab }) {
  const { version } = useAccount()
  const isMain = tab.id === MAIN_RELEASES
  return (
    <>
      {isMain && <ChangesEntry newest={tab.groups[0]?.id} installed={version} />}
      <ol className={css.timeline}>
        {tab.groups.map((release) => (
          // The installed version of BC is unknown.
          <ReleaseEntry key={release.id} release={release} installed={isMain ? version : null} />
        ))}
      </ol>
    </>
  )
}

/** The entry that leads to the changes since the installed version. */
function ChangesEntry({ newest, installed }: { newest: string | undefined; installed: string }) {
  const { changes, pdf } = useMessages().manuals
  if (newest === undefined) return null
  if (!isLater(newest, installed)) {
    return (
      <p className={css.upToDate}>
        <IconCircleCheck size={20} stroke={1.7} aria-hidden />
        {changes.upToDate(installed)}
      </p>
    )
  }
  return (
    <div className={css.changes}>
      <div className={css.changesWords}>
        <Link to={paths.changes} className={css.changesLink}>
          {changes.title}
          <IconChevronRight size={18} aria-hidden />
        </Link>
        <p>{changes.between(installed, newest)}</p>
      </div>
      <PdfButton
        documents={['cambios']}
        name={changes.title}
        label={pdf.buttonTitle(changes.title)}
        size="sm"
        className={css.above}
      >
        {pdf.button}
      </PdfButton>
    </div>
  )
}

function ReleaseEntry({ release, installed }: { release: Release; installed: string | null }) {
  const { releases } = useMessages().manuals
  const { day } = useFormat()
  const { id, title, date, sections } = release
  const isInstalled = id === installed
  return (
    <li className={css.release} data-installed={isInstalled || undefined}>
      <div className={css.head}>
        <h2 className={css.version}>{title}</h2>
        {date && (
          <time className={css.date} dateTime={date}>
            {day(date)}
          </time>
        )}
        {isInstalled && (
          <Badge size="md" tt="none">
            {releases.installed}
          </Badge>
        )}
        {installed !== null && isLater(id, installed) && (
          <Badge size="md" tt="none" variant="light" color="orange">
            {releases.later}
          </Badge>
        )}
      </div>
      <ul className={css.links}>
        {sections.flatMap(({ links }) => links.map((link) => <NoteLink key={link.document} link={link} />))}
      </ul>
    </li>
  )
}

const ICONS: Record<ShelfLink['kind'], TablerIcon> = {
  manual: IconBook2,
  changes: IconArrowsDiff,
  model: IconDatabase,
  download: IconFileDownload,
}

function NoteLink({ link: { name, document, kind, summary } }: { link: ShelfLink }) {
  const words = useMessages().manuals
  const Icon = ICONS[kind]
  return (
    <li className={css.note}>
      <span className={css.kind}>
        <Icon size={20} stroke={1.7} aria-hidden />
        {words.kind[kind]}
      </span>
      <span className={css.name} lang="es">
        <DocumentLink document={document}>{name}</DocumentLink>
        {summary !== '' && <span className={css.summary}>{summary}</span>}
      </span>
      <PdfButton documents={[document]} name={name} label={words.pdf.buttonTitle(name)}>
        {words.pdf.button}
      </PdfButton>
    </li>
  )
}
