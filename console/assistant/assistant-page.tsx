import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useFormat } from '../messages/index.ts'
import { paths } from '../paths.ts'
import styles from './assistant-page.module.css'
import { type Figures, figuresQuery, withoutSourceQuery } from './assistant-queries.ts'

/** The assistant's results, failures included, and the questions that still lack a text in the manuals. */
export function AssistantPage() {
  const { page: words } = useAssistantMessages()
  usePageTitle(words.title)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <Counts />
      <ToWrite />
    </div>
  )
}

function Counts() {
  const { page: words } = useAssistantMessages()
  const [span, setSpan] = useState<{ from?: string; to?: string }>({})
  const { data, isError, isFetching, refetch } = useQuery(figuresQuery(span))
  if (!data)
    return isError ? (
      <ErrorState text={words.failed} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <LoadingState />
    )
  const days = { from: data.from, to: data.to, ...span }
  return (
    <>
      <div className={styles.span} role="group" aria-label={words.span}>
        <TextInput
          size="xs"
          type="date"
          label={words.from}
          value={days.from}
          max={days.to}
          onChange={({ currentTarget: { value } }) => value && setSpan({ ...days, from: value })}
        />
        <TextInput
          size="xs"
          type="date"
          label={words.to}
          value={days.to}
          min={days.from}
          onChange={({ currentTarget: { value } }) => value && setSpan({ ...days, to: value })}
        />
      </div>
      <FigureRows figures={data} busy={isFetching} />
    </>
  )
}

const OF_QUESTIONS = ['answers', 'offers', 'refusals', 'interrupted'] as const
const OF_CONVERSATIONS = ['solved', 'handedOver', 'abandoned', 'open'] as const

function FigureRows({ figures, busy }: { figures: Figures; busy: boolean }) {
  const { page: words } = useAssistantMessages()
  const parts = [
    { title: words.byQuestion, of: 'questions', parts: OF_QUESTIONS },
    { title: words.byConversation, of: 'conversations', parts: OF_CONVERSATIONS },
  ] as const
  return parts.map(({ title, of, parts: names }) => (
    <section key={of} aria-label={title} aria-busy={busy}>
      <h2 className={styles.heading}>{title}</h2>
      <dl className={styles.figures}>
        <Figure term={words[of]} value={figures[of]} />
        {names.map((name) => (
          <Figure
            key={name}
            term={words[name]}
            value={figures[name]}
            of={figures[of]}
            hint={name === 'solved' ? words.solvedHint : null}
          />
        ))}
      </dl>
    </section>
  ))
}

interface FigureProps {
  readonly term: string
  readonly value: number
  readonly of?: number
  readonly hint?: string | null
}

function Figure({ term, value, of, hint = null }: FigureProps) {
  const { page: words } = useAssistantMessages()
  const { number } = useFormat()
  return (
    <div className={styles.figure}>
      <dt>{term}</dt>
      <dd>
        <span className={styles.value}>{number(value)}</span>
        {of !== undefined && of > 0 && (
          <span className={styles.quiet}>{words.ofAll(`${number(Math.round((100 * value) / of))} %`)}</span>
        )}
        {hint !== null && <span className={styles.quiet}>{hint}</span>}
      </dd>
    </div>
  )
}

function ToWrite() {
  const { page: words } = useAssistantMessages()
  const { date } = useFormat()
  const { data, isError, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(withoutSourceQuery)
  const rows = data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label={words.todo}>
      <h2 className={styles.heading}>{words.todo}</h2>
      <p className={styles.quiet}>{words.todoHint}</p>
      {rows && rows.length > 0 ? (
        <ul className={styles.questions}>
          {rows.map(({ question, topic, askedAt, client, ticket }) => (
            <li key={`${askedAt.getTime()} ${client.code} ${question}`} className={styles.question}>
              <p className={styles.words}>{question}</p>
              <p className={styles.quiet}>
                <time dateTime={askedAt.toISOString()}>{date(askedAt)}</time> · {topic || words.noTopic} · {client.name}
                {ticket !== null && (
                  <>
                    {' · '}
                    <Link to={paths.ticket} params={{ number: String(ticket) }}>
                      {words.ticket(ticket)}
                    </Link>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      ) : rows ? (
        <EmptyState title={words.nothingToDo} />
      ) : isError ? (
        <ErrorState text={words.todoFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </section>
  )
}
