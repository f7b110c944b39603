import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { asRead } from '#browser/query-client.ts'
import { consoleAlike } from '#contract/console/search/alike.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call } from '../api.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { useFormat } from '../messages/index.ts'
import { paths } from '../paths.ts'
import styles from './alike.module.css'
import { useAlikeMessages } from './alike-messages.ts'
import side from './ticket-side.module.css'

interface Props {
  readonly ticket: number
  /** Writes into the answer, at its cursor. */
  readonly onInsert: (text: string) => void
}

type Found = Data<typeof consoleAlike.find>

/**
 * Suggestions for the answer: sections of manuals, solved tickets of any client with their answers, and the problem
 * that it may be.
 */
export function Alike({ ticket, onInsert }: Props) {
  const words = useAlikeMessages()
  const { data, isError } = useQuery({
    queryKey: ['alike', ticket] as const,
    queryFn: (read) => call(consoleAlike.find, { ticket }, asRead(read)),
    staleTime: 300_000,
    // Each reading is written into the audit.
    refetchOnWindowFocus: false,
  })
  const insert = ({ title, address }: Found['sections'][number]) => onInsert(`«${title}»: ${address}`)
  useShortcuts([
    {
      keys: 's',
      group: 'ticket',
      words: words.insertKey,
      run: () => {
        const [first] = data?.sections ?? []
        if (first) insert(first)
        else showAlert('warning', words.noSection)
      },
    },
  ])
  if (!data && !isError) return null
  const isEmpty = data && data.sections.length + data.tickets.length + data.problems.length === 0
  return (
    <section className={side.part} aria-label={words.title}>
      <h2 className={side.title}>{words.title}</h2>
      {!data && <p className={side.quiet}>{words.failed}</p>}
      {isEmpty && <p className={side.quiet}>{words.none}</p>}
      {data && data.problems.length > 0 && <Problems problems={data.problems} />}
      {data && data.sections.length > 0 && <Sections sections={data.sections} onInsert={insert} />}
      {data && data.tickets.length > 0 && (
        <>
          <h3 className={styles.heading}>{words.tickets}</h3>
          <ul className={side.list}>
            {data.tickets.map((each) => (
              <Solved key={each.number} solved={each} onInsert={onInsert} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Problems({ problems }: Pick<Found, 'problems'>) {
  const words = useAlikeMessages()
  return (
    <>
      <h3 className={styles.heading}>{words.problems}</h3>
      <ul className={side.list}>
        {problems.map(({ problem, title, state, workaround }) => (
          <li key={problem}>
            <Link to={paths.problem} params={{ problem: String(problem) }}>
              {title}
            </Link>
            <span className={side.quiet}>{[words.states[state], workaround].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface SectionsProps extends Pick<Found, 'sections'> {
  readonly onInsert: (section: Found['sections'][number]) => void
}

function Sections({ sections, onInsert }: SectionsProps) {
  const words = useAlikeMessages()
  return (
    <>
      <h3 className={styles.heading}>{words.sections}</h3>
      <ul className={side.list}>
        {sections.map((section) => (
          <li key={section.address}>
            <Link to={paths.manual} search={{ libro: section.document }} hash={section.section} lang="es">
              {section.title}
            </Link>
            <Button
              size="compact-xs"
              variant="default"
              className={styles.act}
              aria-label={words.insertOf(section.title)}
              onClick={() => onInsert(section)}
            >
              {words.insert}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface SolvedProps {
  readonly solved: Found['tickets'][number]
  readonly onInsert: (text: string) => void
}

/** A solved ticket. If it is another client's, its answer says whose, and is not copied without a question. */
function Solved({ solved: { number, title, at, client, own, answer }, onInsert }: SolvedProps) {
  const words = useAlikeMessages()
  const { date } = useFormat()
  const [asks, setAsks] = useState(false)
  const use = () => (own ? onInsert(answer ?? '') : setAsks(true))
  return (
    <li>
      <Link to={paths.ticket} params={{ number: String(number) }}>
        {number} {title}
      </Link>
      <span className={own ? side.quiet : styles.other}>
        {own ? date(at) : `${words.ofOther(client.name)} · ${date(at)}`}
      </span>
      {answer === null ? (
        <span className={side.quiet}>{words.noAnswer}</span>
      ) : (
        <details>
          <summary className={styles.summary}>{words.answer}</summary>
          <p
            className={styles.answer}
            onCopy={(event) => {
              if (own) return
              event.preventDefault()
              setAsks(true)
            }}
          >
            {answer}
          </p>
          <Button size="compact-xs" variant="default" className={styles.act} onClick={use}>
            {words.copy}
          </Button>
        </details>
      )}
      {asks && (
        <ConfirmDialog
          title={words.copyTitle}
          act={words.copyAct}
          busy={false}
          onConfirm={() => {
            setAsks(false)
            onInsert(answer ?? '')
          }}
          onClose={() => setAsks(false)}
        >
          {words.copyAsks(client.name)}
        </ConfirmDialog>
      )}
    </li>
  )
}
