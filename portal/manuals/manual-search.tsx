import { Badge, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { DocumentLink } from './document-link.tsx'
import { type Hit, searchQuery } from './manual-queries.ts'
import css from './manual-search.module.css'
import { useSearchText } from '#browser/search/use-search-text.ts'

const MIN_LENGTH = 2

interface Props {
  /** As in the address. */
  readonly text: string
  readonly onText: (text: string) => void
  /** The only document to search; otherwise all. */
  readonly document?: string | undefined
  /** Stands beside the box. */
  readonly aside?: ReactNode
  /** The content shown without a search. */
  readonly children: ReactNode
}

/** Searches the manuals during typing; its results replace the content. */
export function ManualSearch({ text, onText, document, aside, children }: Props) {
  const { search } = useMessages().manuals
  const { typed, type, settle } = useSearchText(text, onText)
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const wanted = text.trim()

  /** The arrow keys move between box and results; Enter opens the first result. */
  function onKeyDown(event: KeyboardEvent) {
    const links = [...(frame.current?.querySelectorAll<HTMLAnchorElement>('[data-hit]') ?? [])]
    const index = links.findIndex((link) => link === event.target)
    const inBox = event.target === box.current
    if (event.key === 'ArrowDown' && (inBox || index >= 0)) links[index + 1]?.focus()
    else if (event.key === 'ArrowUp' && index >= 0) (links[index - 1] ?? box.current)?.focus()
    else if (event.key === 'Escape' && index >= 0) box.current?.focus()
    else if (event.key === 'Escape' && inBox && typed !== '') {
      type('')
      settle('')
    } else if (event.key === 'Enter' && inBox) {
      if (typed === text) links[0]?.click()
      else settle(typed)
    } else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- people use its links and its box
    <div ref={frame} onKeyDown={onKeyDown}>
      <div className={css.line}>
        <div role="search" className={css.search}>
          <TextInput
            ref={box}
            type="search"
            size="md"
            aria-label={document === undefined ? search.label : search.labelHere}
            placeholder={document === undefined ? search.placeholder : search.placeholderHere}
            leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </div>
        {aside}
      </div>
      {wanted.length < MIN_LENGTH ? children : <Results text={wanted} document={document} />}
    </div>
  )
}

function Results({ text, document }: { text: string; document: string | undefined }) {
  const { manuals, tickets } = useMessages()
  const { search } = manuals
  const { data: hits, isError, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(text, document))
  const failed = isError && !hits
  const isNone = hits?.length === 0 && !isPlaceholderData
  const found = hits && hits.length > 0 && !isPlaceholderData ? search.found(hits.length, text) : null
  return (
    <section aria-label={search.results} aria-busy={isFetching}>
      <VisuallyHidden role="status">{found ?? (isNone ? search.none(text) : '')}</VisuallyHidden>
      {failed && <ErrorState text={search.failed} busy={isFetching} onRetry={() => void refetch()} />}
      {!failed && !hits && <LoadingState label={search.searching} />}
      {isNone && (
        <EmptyState
          title={search.none(text)}
          action={
            <p className={css.everywhere}>
              <Link to={paths.tickets} params={{ atajo: 'nuevo' }}>
                {tickets.page.newTicket}
              </Link>
            </p>
          }
        >
          {search.noneHint}
        </EmptyState>
      )}
      {hits && hits.length > 0 && (
        <>
          <p className={css.count} aria-hidden>
            {found ?? search.searching}
          </p>
          <ol className={css.hits}>
            {hits.map((hit) => (
              <HitCard key={`${hit.document}#${hit.section}`} hit={hit} withDocument={document === undefined} />
            ))}
          </ol>
        </>
      )}
      {document !== undefined && hits && (
        <p className={css.everywhere}>
          <Link to={paths.manuals} search={{ buscar: text }}>
            {search.everywhere(text)}
          </Link>
        </p>
      )}
    </section>
  )
}

function HitCard({ hit, withDocument }: { hit: Hit; withDocument: boolean }) {
  const words = useMessages().manuals
  const { document, title, section, sectionTitle, since, later, excerpt } = hit
  return (
    <li className={css.hit} lang="es">
      {withDocument && <span className={css.document}>{title}</span>}
      <span className={css.title}>
        <DocumentLink document={document} section={section} className={css.link} data-hit>
          {sectionTitle}
        </DocumentLink>
        {later && since !== null && (
          <Badge variant="light" color="orange" size="sm" tt="none" className={css.badge}>
            {words.since(since)}
          </Badge>
        )}
      </span>
      <span className={css.excerpt}>
        {excerpt.map(({ text, hit: isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
      </span>
    </li>
  )
}
