import { Badge } from '@mantine/core'
import {
  type TablerIcon,
  IconAlertTriangle,
  IconBulb,
  IconCalculator,
  IconClockPause,
  IconInfoCircle,
  IconLink,
} from '@tabler/icons-react'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { type BlockParts, DocumentBlocks, type Tone } from '#browser/manuals/document-blocks.tsx'
import { manuals } from '#contract/manuals.ts'
import { type Block, isLater } from '#domain/document.ts'
import { showAlert } from '#ui/alerts.tsx'
import { addressOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import css from './blocks.module.css'
import { DocumentLink } from './document-link.tsx'
import { SectionAnchor } from './section-anchor.tsx'

/** The document and section around the blocks. */
interface Setting {
  readonly document: string
  readonly installedVersion: string
  /** The level of sections' headings; headings within them are one deeper. */
  readonly level: 2 | 3
  /** Prefixes the ids of headings on a page with sections of several documents. */
  readonly prefix: string
}

const Setting = createContext<Setting | null>(null)
export const BlockSetting = Setting

function useSetting(): Setting {
  const setting = use(Setting)
  if (!setting) throw new Error('Blocks without a document')
  return setting
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly since: string | null
  readonly later: boolean
  readonly blocks: readonly Block[]
}

/** A section with its heading. One that needs a later version than the installed one says so first. */
export function DocumentSection({ id, title, since, later, blocks }: SectionProps) {
  const { level, prefix } = useSetting()
  const [own, ...parts] = partsOf(blocks)
  return (
    <section className={css.section} data-later={later || undefined} aria-labelledby={prefix + id}>
      <Heading level={level} id={id} title={title} since={later ? null : since} />
      {later && since !== null && <LaterNote since={since} />}
      <Blocks blocks={own?.blocks ?? []} title={title} />
      {parts.map(({ heading, blocks: inner }, index) =>
        heading ? <Part key={heading.id ?? index} heading={heading} blocks={inner} withinLater={later} /> : null,
      )}
    </section>
  )
}

type HeadingBlock = Extract<Block, { kind: 'heading' }>

interface PartOfSection {
  readonly heading: HeadingBlock | null
  readonly blocks: Block[]
}

/** A section's text up to its first heading, then the text below each heading. */
function partsOf(blocks: readonly Block[]): PartOfSection[] {
  const parts: PartOfSection[] = [{ heading: null, blocks: [] }]
  for (const each of blocks) {
    if (each.kind === 'heading') parts.push({ heading: each, blocks: [] })
    else parts.at(-1)?.blocks.push(each)
  }
  return parts
}

function Part({
  heading: { id, title, since },
  blocks,
  withinLater,
}: {
  heading: HeadingBlock
  blocks: readonly Block[]
  withinLater: boolean
}) {
  const { level, installedVersion } = useSetting()
  const later = !withinLater && isLater(since, installedVersion)
  return (
    <div className={css.part} data-later={later || undefined}>
      <Heading level={level === 2 ? 3 : 4} id={id} title={title} since={later || withinLater ? null : since} />
      {later && since !== null && <LaterNote since={since} />}
      <Blocks blocks={blocks} title={title} />
    </div>
  )
}

interface HeadingProps {
  readonly level: 2 | 3 | 4
  readonly id: string | null
  readonly title: string
  readonly since: string | null
}

/** A heading that links can point at, of a section or within one. */
export function Heading({ level, id, title, since }: HeadingProps) {
  const { prefix } = useSetting()
  const words = useMessages().manuals
  const Level = `h${level}` as const
  const place = id === null ? null : prefix + id
  return (
    <div className={css.heading}>
      <Level {...(place !== null && { id: place, tabIndex: -1 })}>{title}</Level>
      {since !== null && (
        <Badge variant="light" color="gray" size="sm" tt="none" className={css.badge}>
          {words.since(since)}
        </Badge>
      )}
      {place !== null && <SectionLink id={place} title={title} />}
    </div>
  )
}

/** Links to its section and copies its address for sharing. */
function SectionLink({ id, title }: { id: string; title: string }) {
  const { reading } = useMessages().manuals
  return (
    <SectionAnchor
      section={id}
      className={css.sectionLink}
      aria-label={reading.linkTo(title)}
      onFollow={(address) => {
        // If the browser forbids it, the address bar still has it.
        navigator.clipboard?.writeText(address).then(
          () => showAlert('success', reading.linkCopied),
          () => undefined,
        )
      }}
    >
      <IconLink size={18} stroke={1.8} aria-hidden />
    </SectionAnchor>
  )
}

function LaterNote({ since }: { since: string }) {
  const { reading } = useMessages().manuals
  const { installedVersion } = useSetting()
  return (
    <p className={css.later} lang={useLanguage()}>
      <IconClockPause size={20} stroke={1.7} aria-hidden />
      {reading.later(since, installedVersion)}
    </p>
  )
}

/** A document's blocks as elements. `title`, the section's, names its tables. */
export const Blocks = ({ blocks, title }: { blocks: readonly Block[]; title: string }) => (
  <DocumentBlocks blocks={blocks} title={title} parts={PARTS} />
)

const TONES: Record<Tone, TablerIcon> = {
  notice: IconInfoCircle,
  important: IconAlertTriangle,
  tip: IconBulb,
  example: IconCalculator,
}

const PARTS: BlockParts = {
  // Sections render their headings themselves; an introduction has none.
  Heading: () => null,
  DocumentLink: function Target({ document: target, section, children }) {
    const { document } = useSetting()
    if (target === document && section !== null) {
      return (
        <SectionAnchor section={section} data-target={`#${section}`}>
          {children}
        </SectionAnchor>
      )
    }
    return (
      <DocumentLink
        document={target}
        section={section}
        data-target={section === null ? target : `${target}#${section}`}
      >
        {children}
      </DocumentLink>
    )
  },
  Picture: ({ name, alt }) => (
    <img className={css.image} src={addressOf(manuals.image, { image: name })} alt={alt} loading="lazy" />
  ),
  Callout: function Callout({ tone, children }) {
    const { tones } = useMessages().manuals.reading
    const Icon = TONES[tone]
    return (
      <div className={css.callout} data-tone={tone}>
        <p className={css.tone} lang={useLanguage()}>
          <Icon size={20} stroke={1.8} aria-hidden />
          {tones[tone]}
        </p>
        {children}
      </div>
    )
  },
  TableFrame: function TableFrame({ title, children }) {
    const { reading } = useMessages().manuals
    const { scrolls, ref } = useScrolls()
    return (
      <div
        ref={ref}
        className={css.tableFrame}
        // Keyboard users scroll it with the arrow keys.
        {...(scrolls && { role: 'region', 'aria-label': reading.table(title), tabIndex: 0 })}
      >
        <table className={css.table}>
          <caption className={css.caption}>{reading.table(title)}</caption>
          {children}
        </table>
      </div>
    )
  },
}

/** Whether the content is wider than the element. */
function useScrolls() {
  const ref = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const observer = new ResizeObserver(() => setScrolls(frame.scrollWidth > frame.clientWidth))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
  return { scrolls, ref }
}
