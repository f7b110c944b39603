import { useQuery } from '@tanstack/react-query'
import { IconSparkles, IconUser } from '@tabler/icons-react'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useFormat } from '../messages/index.ts'
import { type Conversation, type ConversationExchange, conversationsQuery } from './assistant-queries.ts'
import styles from './conversations.module.css'

/** A ticket's whole conversations with the assistant and its citations, including parts that the customer did not see. */
export function Conversations({ ticket }: { ticket: number }) {
  const { conversation: words } = useAssistantMessages()
  const { data, isError } = useQuery(conversationsQuery(ticket))
  if (isError) return <p className={styles.failed}>{words.failed}</p>
  if (!data || data.length === 0) return null
  return (
    <details className={styles.conversations}>
      <summary className={styles.summary}>
        <IconSparkles size={17} aria-hidden />
        {words.label(data.length)}
        <span className={styles.quiet}>{data.map((each) => outcomeOf(each, words)).join(', ')}</span>
      </summary>
      {data.map((each) => (
        <Said key={each.startedAt.getTime()} conversation={each} />
      ))}
    </details>
  )
}

type Words = ReturnType<typeof useAssistantMessages>['conversation']

const outcomeOf = ({ outcome, solvedBy }: Conversation, words: Words): string =>
  outcome === 'solved' && solvedBy !== null ? words.solvedBy(solvedBy) : words.outcome[outcome]

function Said({ conversation }: { conversation: Conversation }) {
  const { conversation: words } = useAssistantMessages()
  const { dateTime } = useFormat()
  return (
    <section className={styles.conversation} aria-label={words.title}>
      <p className={styles.quiet}>
        {dateTime(conversation.startedAt)} · {conversation.person} · {outcomeOf(conversation, words)}
        {conversation.topic !== '' && ` · ${conversation.topic}`}
      </p>
      <ol className={styles.exchanges}>
        {conversation.exchanges.map((exchange) => (
          <li key={exchange.turn}>
            <p className={styles.who}>
              <IconUser size={15} aria-hidden /> {words.asked(conversation.person)}
            </p>
            <p className={styles.text}>{exchange.question}</p>
            <AnswerOf exchange={exchange} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function AnswerOf({
  exchange: { answer, verdict, wordedBy, state, sources, rating },
}: {
  exchange: ConversationExchange
}) {
  const { conversation: words } = useAssistantMessages()
  const about = [
    verdict === null ? words.noVerdict : words.verdict[verdict],
    wordedBy !== null && words.wordedBy[wordedBy],
    state !== 'complete' && words.state[state],
  ].filter((each) => typeof each === 'string')
  return (
    <div className={styles.answer}>
      <p className={styles.who}>
        <IconSparkles size={15} aria-hidden /> {words.name}
        <span className={styles.quiet}>{about.join(' · ')}</span>
      </p>
      {answer !== '' && <p className={styles.text}>{answer}</p>}
      {sources.length > 0 && (
        <>
          <p className={styles.sources}>{words.sources}</p>
          <ol className={styles.sourceList}>
            {sources.map(({ title, section, href }) => (
              <li key={href}>{section === '' ? title : `${title} › ${section}`}</li>
            ))}
          </ol>
        </>
      )}
      {rating !== null && <p className={styles.quiet}>{words.rated(rating)}</p>}
    </div>
  )
}
