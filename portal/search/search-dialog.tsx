import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { numberAsked } from '#domain/search/search.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { WithQueries } from '../layout/with-queries.tsx'
import { useSearchText } from '#browser/search/use-search-text.ts'
import { paths } from '../paths.ts'
import { Fragment } from '#browser/search/fragment.tsx'
import { NothingFound } from './nothing-found.tsx'
import { useSearchMessages } from './search-messages.ts'
import { type Group, type Hit, linkOf, named, numberOf, useSearch } from './search-queries.ts'
import css from '#browser/search/search.module.css'

const MIN_LENGTH = 2
/** The hits of each group while typing. */
const SHOWN = 3

/** A box whose results appear below it, in groups, while somebody types; Enter shows them all, or the record of a number. */
export function SearchDialog({ early, onClose }: { early: () => string; onClose: () => void }) {
  const { title } = useSearchMessages()
  return (
    // Outside the dialog, because it renders its content a moment later: the dialog focuses its first field as it opens.
    <WithQueries>
      <Dialog opened title={title} onClose={onClose} leave="back" size="md">
        <SearchBox early={early} onLeave={onClose} />
      </Dialog>
    </WithQueries>
  )
}

interface Option {
  readonly kind: Group['kind']
  readonly hit: Hit
}

function SearchBox({ early, onLeave }: { early: () => string; onLeave: () => void }) {
  const words = useSearchMessages()
  const navigate = useNavigate()
  const listId = useId()
  const [wanted, setWanted] = useState(early)
  const { typed, type, settle } = useSearchText(wanted, setWanted)
  const [active, setActive] = useState(-1)
  const [isLeaving, setLeaving] = useState(false)
  const { question, groups, options, isSettled, states } = useFound(wanted, onLeave)
  const isTold = isSettled && typed === wanted
  const chosen = options[active]

  function go({ kind, hit }: Option) {
    onLeave()
    void navigate(linkOf(kind, hit))
  }
  function showAll() {
    onLeave()
    void navigate({ to: paths.search, search: { q: typed.trim() } })
  }
  function enter() {
    const target = chosen ?? (isTold ? named(groups, question) : null)
    if (target) go(target)
    else showAll()
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
    if (!isArrow && (key !== 'Enter' || typed.trim() === '')) return
    event.preventDefault()
    if (isArrow) {
      const to = Math.max(-1, Math.min(active + (key === 'ArrowDown' ? 1 : -1), options.length - 1))
      setActive(to)
      document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: 'nearest' })
      return
    }
    if (chosen || isTold || typed.trim().length < MIN_LENGTH || numberAsked(typed) === null) return enter()
    settle(typed)
    setLeaving(true)
  }
  // Only the answer tells whether a number has a record, so Enter waits for it.
  useEffect(() => {
    if (isLeaving && isTold) enter()
  })

  return (
    <div className={css.box}>
      <TextInput
        type="search"
        size="md"
        role="combobox"
        aria-label={words.label}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${listId}-${active}`}
        placeholder={words.placeholder}
        leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setActive(-1)
          setLeaving(false)
          type(currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      {states}
      <Options id={listId} options={options} groups={groups} active={active} onPoint={setActive} onChoose={go} />
      {options.length > 0 && (
        <button type="button" className={css.all} onClick={showAll}>
          {words.all(question)}
        </button>
      )}
    </div>
  )
}

/** The hits, or the reason why there are none. */
function useFound(wanted: string, onLeave: () => void) {
  const words = useSearchMessages()
  const question = wanted.trim()
  const isAsked = question.length >= MIN_LENGTH
  const { data, isError, isFetching, isPlaceholderData, isPaused, refetch } = useSearch(question, 1, isAsked)
  const groups = isAsked ? (data?.groups ?? []) : []
  const options = groups.flatMap(({ kind, items }): Option[] => items.slice(0, SHOWN).map((hit) => ({ kind, hit })))
  const isSettled = isAsked && data !== undefined && !isPlaceholderData
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  const isNone = isSettled && total === 0
  const said = isNone ? words.none(question) : isSettled ? words.found(total, question) : ''
  const isWaiting = isAsked && !data
  const states = (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {!isAsked && <p className={css.hint}>{words.hint}</p>}
      {isWaiting && isPaused && <EmptyState title={words.offline} />}
      {isWaiting && isError && <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />}
      {isWaiting && isFetching && <LoadingState label={words.searching} />}
      {isNone && <NothingFound question={question} onLeave={onLeave} />}
    </>
  )
  return { question, groups, options, isSettled, states }
}

interface OptionsProps {
  readonly id: string
  readonly groups: readonly Group[]
  readonly options: readonly Option[]
  readonly active: number
  readonly onPoint: (index: number) => void
  readonly onChoose: (option: Option) => void
}

function Options({ id, groups, options, active, onPoint, onChoose }: OptionsProps) {
  const words = useSearchMessages()
  return (
    <div id={id} role="listbox" aria-label={words.results}>
      {groups.map(({ kind, total }) => (
        <div key={kind} role="group" aria-label={words.kinds[kind]}>
          <p className={css.kind} aria-hidden>
            {words.kinds[kind]} <span className={css.count}>{words.counted(total)}</span>
          </p>
          {options.map((option, index) =>
            option.kind === kind ? (
              // The keyboard focus stays in the box, which names the active option.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={index}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={css.option}
                onMouseMove={() => onPoint(index)}
                onClick={() => onChoose(option)}
              >
                <span className={css.title}>
                  {numberOf(option.hit) !== null && <span className={css.number}>{numberOf(option.hit)}</span>}{' '}
                  {option.hit.title}
                </span>
                <Fragment of={option.hit.fragment} />
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
