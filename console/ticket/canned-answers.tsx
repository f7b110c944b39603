import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { consoleTickets } from '#contract/console/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { LoadingState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import styles from './canned-answers.module.css'
import { cannedAnswersQuery } from './ticket-queries.ts'

type CannedAnswer = Data<typeof consoleTickets.cannedAnswers>[number]

interface Props {
  readonly ticket: number
  readonly onPick: (text: string) => void
  /** Called with the typed text. `erased`: the opening key was deleted as well. `elsewhere`: the focus left. */
  readonly onLeave: (typed: string, how: 'back' | 'erased' | 'elsewhere') => void
}

/** The canned answers with their fields filled in; found by typing, chosen by Enter. */
export function CannedAnswers({ ticket, ...props }: Props) {
  const { canned: words } = useMessages()
  const { data: answers, isError } = useQuery(cannedAnswersQuery(ticket))
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  // Giving the focus back to the answer blurs this field, too.
  const isDone = useRef(false)
  const once = (act: () => void) => {
    if (isDone.current) return
    isDone.current = true
    act()
  }
  const onPick = (text: string) => once(() => props.onPick(text))
  const onLeave: Props['onLeave'] = (typed, how) => once(() => props.onLeave(typed, how))
  useEffect(() => field.current?.focus(), [])

  const found = (answers ?? []).filter(({ title, text }) => plain(`${title} ${text}`).includes(plain(typed)))
  const chosen = found[Math.min(active, found.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'Backspace' && typed === '') {
      event.preventDefault()
      onLeave('', 'erased')
      return
    }
    if (!['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(key)) return
    event.preventDefault()
    // A technician who wants to press send must first see the inserted text.
    if (key === 'Escape' || (key === 'Enter' && (event.ctrlKey || event.metaKey))) onLeave(typed, 'back')
    else if (key === 'Enter') {
      if (chosen) onPick(chosen.text)
    } else setActive(Math.max(0, Math.min(found.length - 1, active + (key === 'ArrowDown' ? 1 : -1))))
  }

  return (
    <div className={styles.picker}>
      <TextInput
        ref={field}
        size="xs"
        role="combobox"
        aria-label={words.search}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
        placeholder={words.search}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Element && relatedTarget.closest(`.${styles.picker}`)))
            onLeave(typed, 'elsewhere')
        }}
      />
      <Found id={id} answers={found} chosen={chosen} onPick={onPick} />
      {found.length === 0 &&
        (answers ? (
          <p className={styles.none} role="status">
            {answers.length === 0 ? words.empty : words.none}
          </p>
        ) : isError ? (
          <p className={styles.none} role="alert">
            {words.failed}
          </p>
        ) : (
          <LoadingState />
        ))}
    </div>
  )
}

interface FoundProps {
  /** The prefix of the ids of the list and its answers. */
  readonly id: string
  readonly answers: readonly CannedAnswer[]
  readonly chosen: CannedAnswer | undefined
  readonly onPick: (text: string) => void
}

function Found({ id, answers, chosen, onPick }: FoundProps) {
  const { canned: words } = useMessages()
  return (
    <div id={`${id}-list`} role="listbox" aria-label={words.open} className={styles.list} tabIndex={-1}>
      {answers.map((answer) => (
        <div
          key={answer.id}
          id={`${id}-${answer.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={answer === chosen}
          className={styles.answer}
          // Must run before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(answer.text)
          }}
        >
          <strong>{answer.title}</strong>
          <span className={styles.text}>{answer.text}</span>
        </div>
      ))}
    </div>
  )
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
