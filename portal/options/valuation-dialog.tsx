import { Button, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconMessageQuestion, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingState } from '#ui/states.tsx'
import { NotRead } from '../lists/not-read.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useValuationMessages } from '../messages/valuations.ts'
import { ActFrame, RequiredText, textProblem, useSend } from '../tickets/act-frame.tsx'
import { AreaLink } from '../tickets/area-link.tsx'
import { developmentSearch } from '../tickets/tickets-search.ts'
import { type ValuationView, useAsk, useDecide, valuationQuery } from './option-queries.ts'
import css from './valuation-dialog.module.css'

type Act = 'accepted' | 'rejected' | 'ask'

/** One valuation: its subject, decision and questions, with the acts to decide or ask. */
export function ValuationDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const words = useValuationMessages()
  const { data, error, isFetching, refetch } = useQuery(valuationQuery(number))
  const [act, setAct] = useState<Act | null>(null)
  const stop = () => setAct(null)
  return (
    <>
      <Dialog
        opened
        leave="back"
        printable
        title={words.heading(number)}
        onClose={onClose}
        footer={data && <Acts view={data} onAct={setAct} />}
      >
        {data ? (
          <Content view={data} />
        ) : error ? (
          <NotRead
            error={error}
            failed={words.failed}
            hint={words.notThere}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState label={words.loading} />
        )}
      </Dialog>
      {(act === 'accepted' || act === 'rejected') && <DecideDialog number={number} decision={act} onClose={stop} />}
      {act === 'ask' && <AskDialog number={number} onClose={stop} />}
    </>
  )
}

function Content({
  view: { description, createdOn, ticket, development, decision, questions },
}: {
  view: ValuationView
}) {
  const { detail } = useMessages().tickets
  const words = useValuationMessages()
  const { day, dateTime } = useFormat()
  return (
    <div className={css.content}>
      <p className={css.decision} data-decision={decision?.decision}>
        {decision
          ? words.decided(words.decision[decision.decision], decision.by, dateTime(decision.at))
          : words.undecided}
      </p>
      {decision?.text && <p className={css.text}>{decision.text}</p>}
      <p className={css.text}>{description}</p>
      <dl className={css.facts}>
        <dt>{words.createdOn}</dt>
        <dd>
          <time dateTime={createdOn}>{day(createdOn)}</time>
        </dd>
        {ticket !== null && (
          <>
            <dt>{words.ticket}</dt>
            <dd>
              <AreaLink search={{ ticket }}>{detail.heading(ticket)}</AreaLink>
            </dd>
          </>
        )}
        {development !== null && (
          <>
            <dt>{words.development}</dt>
            <dd>
              <AreaLink search={developmentSearch(development)}>{words.developmentNamed(development)}</AreaLink>
            </dd>
          </>
        )}
        {questions.length > 0 && (
          <>
            <dt>{words.questions}</dt>
            <dd>
              {questions.map(({ number, title }) => (
                <div key={number}>
                  <AreaLink search={{ ticket: number }}>{detail.heading(number)}</AreaLink> {title}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

function Acts({ view: { mayDecide }, onAct }: { view: ValuationView; onAct: (act: Act) => void }) {
  const words = useValuationMessages()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessageQuestion size={18} aria-hidden />}
        onClick={() => onAct('ask')}
      >
        {words.act.ask}
      </Button>
      {mayDecide && (
        <>
          <Button variant="default" leftSection={<IconX size={18} aria-hidden />} onClick={() => onAct('rejected')}>
            {words.act.rejected}
          </Button>
          <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={() => onAct('accepted')}>
            {words.act.accepted}
          </Button>
        </>
      )}
    </>
  )
}

interface DecideProps {
  readonly number: number
  readonly decision: 'accepted' | 'rejected'
  readonly onClose: () => void
}

function DecideDialog({ number, decision, onClose }: DecideProps) {
  const words = useValuationMessages()
  const act = useDecide()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done[decision](number), failed: words.unsent, onClose })
  return (
    <ActFrame
      title={words.title[decision]}
      busy={act.isPending}
      changed={text !== ''}
      sendUnchanged
      onSend={() => send({ valuation: number, decision, text: text.trim() || null })}
      onClose={onClose}
    >
      {() => (
        <Stack>
          <Text>{words.explanation[decision](number)}</Text>
          <Textarea
            label={words.text[decision]}
            description={words.hint}
            rows={4}
            maxLength={MAX_DECISION_TEXT}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Stack>
      )}
    </ActFrame>
  )
}

const MAX_DECISION_TEXT = 2000

function AskDialog({ number, onClose }: Omit<DecideProps, 'decision'>) {
  const { shared } = useMessages()
  const words = useValuationMessages()
  const act = useAsk()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done.ask(number), failed: words.unsent, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title.ask}
      busy={act.isPending}
      changed={text !== ''}
      problem={textProblem(text, shared)}
      onSend={() => send({ valuation: number, text })}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation.ask(number)}</Text>
          <RequiredText label={words.text.ask} value={text} onChange={setText} problem={problem} />
        </Stack>
      )}
    </ActFrame>
  )
}
