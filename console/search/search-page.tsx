import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { searchAddress } from '#browser/search/search-address.ts'
import { FoundPages } from '#browser/search/found-pages.tsx'
import { Fragment } from '#browser/search/fragment.tsx'
import css from '#browser/search/search.module.css'
import { useSearchText } from '#browser/search/use-search-text.ts'
import { type Narrowing, askedOf, isNarrowed } from '#contract/console/search/narrowing.ts'
import { CONSOLE_SEARCH_KINDS } from '#contract/console/search/search.ts'
import { FOUND_ON_PAGE, MOST_FOUND } from '#domain/search/search.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { MasterPage } from '../masters/master-page.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { VIEW_NAMES, paths } from '../paths.ts'
import { queueAddress } from '../queue/queue-search.ts'
import { useTechnician } from '../session/session-store.ts'
import { recentSearches, rememberSearch } from './recent-searches.ts'
import { type SearchMessages, useSearchMessages } from './search-messages.ts'
import { type Group, type Hit, linkOf, numberOf, saysMore, useFound } from './search-queries.ts'
import styles from './search-page.module.css'

/** All records with some words that technicians may see, by kind. */
export function SearchPage() {
  const words = useSearchMessages()
  const navigate = useNavigate()
  const { question, kind: kindAsked, page: pageAsked } = searchAddress.read({ ...useSearch({ strict: false }) })
  const kind = CONSOLE_SEARCH_KINDS.find((one) => one === kindAsked)
  const page = kind ? Math.min(pageAsked, MOST_FOUND / FOUND_ON_PAGE) : 1
  const { typed, type, settle } = useSearchText(
    question,
    (text) => void navigate({ to: paths.search, search: { q: text || undefined }, replace: true }),
  )
  const wanted = question.trim()
  const field = useRef<HTMLInputElement>(null)
  // Somebody who opens the empty search wants to type.
  useEffect(() => {
    if (wanted === '') field.current?.focus()
  }, [wanted])
  const { data, error, isFetching, isPlaceholderData, refetch } = useFound({
    question: wanted,
    kind,
    page,
    enabled: wanted !== '',
  })
  const groups = wanted === '' ? [] : (data?.groups ?? [])
  const { narrowing } = askedOf(wanted)
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  return (
    <MasterPage title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          settle(typed)
        }}
      >
        <TextInput
          type="search"
          size="md"
          className={styles.field}
          aria-label={words.label}
          placeholder={words.placeholder}
          leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
          autoComplete="off"
          maxLength={200}
          ref={field}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </form>
      {wanted === '' && <Beginning />}
      {isNarrowed(narrowing) && <Narrowed narrowing={narrowing} />}
      {wanted !== '' && error && !data && (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {wanted !== '' && isFetching && !data && <LoadingState label={words.searching} />}
      <VisuallyHidden role="status">
        {wanted !== '' && data && !isPlaceholderData ? words.found(total, wanted) : ''}
      </VisuallyHidden>
      {wanted !== '' && data && groups.length === 0 && (
        <EmptyState title={words.none(wanted)}>{words.noneHint}</EmptyState>
      )}
      {kind && (
        <p className={styles.back}>
          <Link to={paths.search} search={{ q: wanted }}>
            {words.everything}
          </Link>
        </p>
      )}
      {!kind && groups.length > 1 && <Kinds groups={groups} question={wanted} />}
      <div aria-busy={isFetching}>
        {groups.map((group) => (
          <Found key={group.kind} group={group} question={wanted} page={kind ? page : null} />
        ))}
      </div>
    </MasterPage>
  )
}

/** Before the first search: the possibilities, and the last searches. */
function Beginning() {
  const words = useSearchMessages()
  const { username } = useTechnician()
  const recent = recentSearches(username)
  return (
    <div className={styles.beginning}>
      <p className={css.hint}>{words.hint}</p>
      {recent.length > 0 && (
        <nav aria-label={words.recent}>
          <h2 className={styles.heading}>{words.recent}</h2>
          <ul className={styles.recent}>
            {recent.map((question) => (
              <li key={question}>
                <Link to={paths.search} search={{ q: question }}>
                  {question}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className={styles.heading}>{words.narrowing}</p>
      <dl className={styles.examples}>
        {words.examples.map(([example, also]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{also}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Narrowed({ narrowing }: { narrowing: Narrowing }) {
  const words = useSearchMessages()
  const { day } = useFormat()
  return (
    <ul className={styles.narrowed} aria-label={words.narrowed}>
      {sayNarrowing(narrowing, words.by, day).map((said) => (
        <li key={said}>{said}</li>
      ))}
    </ul>
  )
}

const sayNarrowing = (
  { client, module, assignee, isUnassigned, isOpen, since, before }: Narrowing,
  words: SearchMessages['by'],
  day: (day: string) => string,
): string[] => [
  ...(client === undefined ? [] : [words.client(client)]),
  ...(module === undefined ? [] : [words.module(module)]),
  ...(assignee === undefined ? [] : [words.assignee(assignee)]),
  ...(isUnassigned ? [words.isUnassigned] : []),
  ...(isOpen === undefined ? [] : [isOpen ? words.open : words.ended]),
  ...(since === undefined ? [] : [words.since(day(since))]),
  ...(before === undefined ? [] : [words.before(day(before))]),
]

function Kinds({ groups, question }: { groups: readonly Group[]; question: string }) {
  const words = useSearchMessages()
  return (
    <nav className={css.filter} aria-label={words.filter}>
      {groups.map(({ kind, total }) => (
        <Link key={kind} to={paths.search} search={{ q: question, solo: kind }}>
          {words.kinds[kind]} <span className={css.count}>{words.counted(total)}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The hits of each kind, while all kinds are shown. */
const SHOWN_OF_EACH = 5

interface FoundProps {
  readonly group: Group
  readonly question: string
  /** Null: the first hits of each kind are shown. */
  readonly page: number | null
}

function Found({ group: { kind, total, items }, question, page }: FoundProps) {
  const words = useSearchMessages()
  const navigate = useNavigate()
  const shown = page === null ? items.slice(0, SHOWN_OF_EACH) : items
  const turn = (to: number) => void navigate({ to: paths.search, search: { q: question, solo: kind, pagina: to } })
  return (
    <section className={css.group} aria-label={words.kinds[kind]}>
      <h2 className={styles.heading}>
        {words.kinds[kind]} <span className={css.count}>{words.counted(total)}</span>
      </h2>
      {kind === 'ticket' && <InQueue question={question} />}
      <ol className={css.hits}>
        {shown.map((hit, index) => (
          <FoundHit key={index} kind={kind} hit={hit} question={question} />
        ))}
      </ol>
      {page === null && total > shown.length && (
        <Link to={paths.search} search={{ q: question, solo: kind }}>
          {words.more(total)}
        </Link>
      )}
      {page !== null && <FoundPages page={page} shown={items.length} total={total} words={words} onTurn={turn} />}
    </section>
  )
}

/** The queue can filter by the same words, with its own order and keys. */
function InQueue({ question }: { question: string }) {
  const words = useSearchMessages()
  const { view } = useMessages()
  const asked = askedOf(question)
  if (isNarrowed(asked.narrowing)) return null
  return (
    <p className={styles.inQueue}>
      {words.inQueue}
      {(['open', 'closed'] as const).map((each) => (
        <Link
          key={each}
          to={paths.queue}
          params={{ vista: VIEW_NAMES[each] }}
          search={queueAddress.written({ text: question })}
        >
          {view[each]}
        </Link>
      ))}
    </p>
  )
}

function FoundHit({ kind, hit, question }: { kind: Group['kind']; hit: Hit; question: string }) {
  const { dateTime } = useFormat()
  const { username } = useTechnician()
  const link = linkOf(kind, hit)
  const number = numberOf(hit)
  const said = (
    <>
      {number !== null && <span className={css.number}>{number}</span>} {hit.title}
    </>
  )
  return (
    <li className={css.hit}>
      {link ? (
        <Link {...link} className={css.link} onClick={() => rememberSearch(username, question)}>
          {said}
        </Link>
      ) : (
        <strong>{said}</strong>
      )}
      {saysMore(hit) && <Fragment of={hit.snippet} />}
      {(hit.client || hit.at) && (
        <span className={styles.facts}>
          {[
            kind !== 'client' && hit.client ? `${hit.client.name} (${hit.client.code})` : '',
            hit.at ? dateTime(hit.at) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </li>
  )
}
