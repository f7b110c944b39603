import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, getRouteApi } from '@tanstack/react-router'
import { FOUND_ON_PAGE, MOST_FOUND } from '#domain/search/search.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useSearchText } from '#browser/search/use-search-text.ts'
import { SEARCH_ROUTE, paths } from '../paths.ts'
import { FoundPages } from '#browser/search/found-pages.tsx'
import { Fragment } from '#browser/search/fragment.tsx'
import { NothingFound } from './nothing-found.tsx'
import css from '#browser/search/search.module.css'
import { searchAddress } from '#browser/search/search-address.ts'
import { useSearchMessages } from './search-messages.ts'
import { type Group, type Hit, linkOf, numberOf, useSearch } from './search-queries.ts'

const route = getRouteApi(SEARCH_ROUTE)

/** Every record with some words, by kind. */
export function SearchPage() {
  const words = useSearchMessages()
  const { question, kind, page: pageAsked } = searchAddress.read({ ...route.useSearch() })
  const page = Math.min(pageAsked, MOST_FOUND / FOUND_ON_PAGE)
  const navigate = route.useNavigate()
  const { typed, type } = useSearchText(
    question,
    (text) => void navigate({ search: { q: text || undefined }, replace: true }),
  )
  usePageTitle(words.title)
  const wanted = question.trim()
  const { data, isError, isFetching, isPaused, refetch } = useSearch(wanted, page, wanted !== '')
  const groups = wanted === '' ? [] : (data?.groups ?? [])
  const alone = groups.find((group) => group.kind === kind)
  return (
    <>
      <Title order={1}>{words.title}</Title>
      <TextInput
        type="search"
        size="md"
        className={css.field}
        aria-label={words.label}
        placeholder={words.placeholder}
        leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {wanted === '' && <p className={css.hint}>{words.hint}</p>}
      {isPaused && !data && <EmptyState title={words.offline} />}
      {isError && !data && <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />}
      {isFetching && !data && <LoadingState label={words.searching} />}
      {wanted !== '' && data && groups.length === 0 && <NothingFound question={wanted} />}
      {groups.length > 0 && (
        <nav className={css.filter} aria-label={words.filter}>
          <Link to={paths.search} search={{ q: wanted }} activeOptions={{ exact: true }}>
            {words.everything}
          </Link>
          {groups.map((group) => (
            <Link key={group.kind} to={paths.search} search={{ q: wanted, solo: group.kind }}>
              {words.kinds[group.kind]} <span className={css.count}>{words.counted(group.total)}</span>
            </Link>
          ))}
        </nav>
      )}
      <div aria-busy={isFetching}>
        {(alone ? [alone] : groups).map((group) => (
          <Found key={group.kind} group={group} question={wanted} isAlone={alone !== undefined} page={page} />
        ))}
      </div>
    </>
  )
}

interface FoundProps {
  readonly group: Group
  readonly question: string
  /** Whether the page shows this kind alone, in pages. */
  readonly isAlone: boolean
  readonly page: number
}

function Found({ group: { kind, total, items }, question, isAlone, page }: FoundProps) {
  const words = useSearchMessages()
  const navigate = route.useNavigate()
  const turn = (to: number) => void navigate({ search: { q: question, solo: kind, pagina: to } })
  return (
    <section className={css.group} aria-label={words.kinds[kind]}>
      <Title order={2} size="h4">
        {words.kinds[kind]} <span className={css.count}>{words.counted(total)}</span>
      </Title>
      <ol className={css.hits}>
        {items.map((hit, index) => (
          <FoundHit key={index} kind={kind} hit={hit} />
        ))}
      </ol>
      {!isAlone && total > items.length && (
        <Link to={paths.search} search={{ q: question, solo: kind }}>
          {words.more(total)}
        </Link>
      )}
      {isAlone && <FoundPages page={page} shown={items.length} total={total} words={words} onTurn={turn} />}
    </section>
  )
}

function FoundHit({ kind, hit }: { kind: Group['kind']; hit: Hit }) {
  const number = numberOf(hit)
  return (
    <li className={css.hit}>
      <Link {...linkOf(kind, hit)} className={css.link}>
        {number !== null && <span className={css.number}>{number}</span>} {hit.title}
      </Link>
      <Fragment of={hit.fragment} />
    </li>
  )
}
