import { Badge } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconList } from '@tabler/icons-react'
import { type ReactNode, memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import css from './contents.module.css'
import { SectionAnchor } from './section-anchor.tsx'
import { useCurrentSection } from './section-place.ts'

/** A section in the table of contents. */
export interface Entry {
  readonly id: string
  readonly title: string
  /** The title's language, if it differs from the documents'. */
  readonly language?: string
  /** The ids of its headings. */
  readonly parts: readonly string[]
  /** The version that introduced it, if later than the installed one. */
  readonly since: string | null
}

/**
 * The table of contents, with links to the previous and next section. It stands beside the text if there is room; otherwise
 * in a bar above it, which opens.
 */
export const Contents = memo(function Contents({ entries }: { entries: readonly Entry[] }) {
  const { reading, since } = useMessages().manuals
  const [opened, setOpened] = useState(false)
  const ids = useMemo(() => entries.flatMap(({ id, parts }) => [id, ...parts]), [entries])
  const place = useCurrentSection(ids)
  const index = entries.findIndex(({ id, parts }) => place !== null && [id, ...parts].includes(place))
  const current = entries[index]
  const listId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLOListElement>(null)

  // Keeps the current entry of a long table in sight.
  useEffect(() => {
    const frame = list.current
    const entry = frame?.children[index]
    if (!frame || !entry) return
    const { top, bottom } = entry.getBoundingClientRect()
    const box = frame.getBoundingClientRect()
    if (top < box.top || bottom > box.bottom) frame.scrollTop += top - box.top - box.height / 3
  })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it from any place in it
    <nav
      className={css.contents}
      aria-label={reading.contents}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !opened) return
        setOpened(false)
        toggle.current?.focus()
      }}
    >
      <div className={css.bar}>
        <button
          ref={toggle}
          type="button"
          className={css.toggle}
          aria-controls={listId}
          aria-expanded={opened}
          aria-label={current ? reading.contentsAt(current.title) : reading.contents}
          onClick={() => setOpened(!opened)}
        >
          <IconList size={20} aria-hidden />
          <span lang={current && (current.language ?? 'es')}>{current?.title ?? reading.contents}</span>
        </button>
        <p className={css.title} aria-hidden>
          {reading.contents}
        </p>
        <Step entry={entries[index - 1]} words={reading.previousSection}>
          <IconChevronUp size={20} aria-hidden />
        </Step>
        <Step entry={entries[index + 1]} words={reading.nextSection}>
          <IconChevronDown size={20} aria-hidden />
        </Step>
      </div>
      <ol ref={list} id={listId} className={css.list} data-opened={opened}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <SectionAnchor
              section={entry.id}
              className={css.link}
              aria-current={entry === current ? 'location' : undefined}
              onFollow={() => setOpened(false)}
            >
              <span lang={entry.language ?? 'es'}>{entry.title}</span>
              {entry.since !== null && (
                <Badge variant="light" color="orange" size="xs" tt="none" className={css.badge}>
                  {since(entry.since)}
                </Badge>
              )}
            </SectionAnchor>
          </li>
        ))}
      </ol>
    </nav>
  )
})

function Step({
  entry,
  words,
  children,
}: {
  entry: Entry | undefined
  words: (title: string) => string
  children: ReactNode
}) {
  if (!entry) return <span className={css.step} />
  return (
    <SectionAnchor section={entry.id} className={css.step} aria-label={words(entry.title)} title={entry.title}>
      {children}
    </SectionAnchor>
  )
}
