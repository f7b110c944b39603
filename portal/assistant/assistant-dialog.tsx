import { ActionIcon, Button, Loader, Textarea, VisuallyHidden } from '@mantine/core'
import { IconHeadset, IconSend, IconSparkles, IconThumbDown, IconThumbUp, IconUser } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { assistant } from '#contract/assistant.ts'
import { MAX_QUESTION } from '#domain/conversation.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useNetwork } from '#ui/network.ts'
import { call } from '../api.ts'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import css from './assistant-dialog.module.css'
import { listsSources, spokenAnswer } from './answer-text.ts'
import { AnswerWords, Sources } from './answer-words.tsx'
import type { Answer } from './assistant-queries.ts'
import { useFollowing } from './use-following.ts'
import { type OutcomeProps, useOutcome } from './use-outcome.ts'
import { type Conversation, type Exchange, type Listeners, useConversation } from './use-conversation.ts'
import { useTypewriter } from './use-typewriter.ts'

export interface AssistantDialogProps extends OutcomeProps {
  /** The initial topic: a module's, or empty. */
  readonly topic: string
  /** The text already in the input. */
  readonly question?: string
  /** The question is asked as the pop-up opens. */
  readonly asksAtOnce?: boolean
  /** The person leaves, and the conversation stands as it is. */
  readonly onLeave: (conversation: Conversation) => void
}

/** A conversation with the assistant (spec §2, Assistant chat popup). */
export function AssistantDialog({ question = '', asksAtOnce = false, onLeave, ...about }: AssistantDialogProps) {
  const { chat } = useAssistantMessages()
  const [text, setText] = useState(asksAtOnce ? '' : question)
  const input = useRef<HTMLTextAreaElement>(null)
  const { conversation, outcome, finished, busy, setTypedTurn } = useDialogue(
    { ...about, ...(asksAtOnce && { first: question }) },
    setText,
  )
  const { exchanges, full } = conversation
  const isOver = text.length > MAX_QUESTION
  const { list, asked } = useFollowing(exchanges.at(-1)?.turn ?? 0)

  const send = () => {
    if (text.trim() === '' || isOver || busy || full) return
    conversation.ask(text.trim())
    setText('')
  }
  const conclude = (act: (of: Conversation) => void) => () => {
    if (busy) showAlert('warning', chat.busy)
    else act(conversation)
  }
  const dirty = text.trim() !== '' && text !== question && !outcome.concluding

  return (
    <Dialog
      opened
      printable
      size="md"
      leave="back"
      title={chat.title}
      dirty={dirty}
      onClose={() => onLeave(conversation)}
      footer={
        <Button
          variant="default"
          leftSection={<IconHeadset size={18} aria-hidden />}
          loading={outcome.concluding}
          onClick={() => outcome.toPerson(conversation, text)}
        >
          {chat.person}
        </Button>
      }
    >
      <div className={css.chat}>
        <p className={css.disclosure}>
          <IconSparkles size={18} aria-hidden />
          <span>{chat.disclosure}</span>
        </p>
        <ol className={css.items} aria-label={chat.conversation} ref={list}>
          <Exchanges conversation={conversation} asked={asked} onTyped={setTypedTurn} />
        </ol>
        <div className={css.bottom}>
          {exchanges.some(({ answer }, index) => answer && (index < exchanges.length - 1 || finished)) && (
            <Satisfaction
              full={full}
              likely={finished?.answer?.verdict === 'answer'}
              onSolved={conclude(outcome.solve)}
              onUnsolved={conclude(outcome.handOver)}
            />
          )}
          <Question
            input={input}
            text={text}
            disabled={full || outcome.concluding}
            over={isOver}
            sendable={text.trim() !== '' && !isOver && !busy && !full}
            onChange={setText}
            onSend={send}
          />
        </div>
        <Spoken {...conversation} finished={finished} />
      </div>
      <LeaveGuard dirty={dirty} />
    </Dialog>
  )
}

/** What a screen reader says of the conversation as it goes on. */
function Spoken({ earlier, exchanges, answering, finished }: Conversation & { finished: Exchange | null }) {
  const { chat, name } = useAssistantMessages()
  const { generated } = useMessages().tickets.entry
  const answer = finished?.answer
  return (
    <VisuallyHidden role="status">
      {answer ? `${name}. ${generated[answer.generatedBy]}: ${spokenAnswer(finished.text, answer.sources)}` : ''}
      {answering && earlier.length > 0 && exchanges.length === 1 ? chat.begunAnew : ''}
      {answering ? chat.working : ''}
    </VisuallyHidden>
  )
}

/** The conversation and the ways to end it. `finished` is its newest answer, once it has been typed out. */
function useDialogue(
  { topic, first, resumed, ...outcomes }: OutcomeProps & Pick<Listeners, 'topic' | 'first'>,
  onRefused: (question: string) => void,
) {
  const [typedTurn, setTypedTurn] = useState(0)
  const outcome = useOutcome({ ...outcomes, resumed })
  const conversation = useConversation({
    topic,
    first,
    resumed,
    onAnswered: outcome.onAnswered,
    onBegunAnew: () => {
      outcome.onBegunAnew()
      setTypedTurn(0)
    },
    onRefused,
    onBroken: (asked) => outcome.onBroken(asked),
  })
  const last = conversation.exchanges.at(-1)
  const finished = last?.answer && typedTurn === last.turn ? last : null
  const isTyping = last?.answer !== null && last !== undefined && !finished
  const busy = conversation.answering || isTyping || outcome.concluding
  return { conversation, outcome, finished, busy, setTypedTurn }
}

interface ExchangesProps extends Pick<ExchangeProps, 'asked' | 'onTyped'> {
  readonly conversation: Conversation
}

function Exchanges({ conversation, asked, onTyped }: ExchangesProps) {
  const { chat } = useAssistantMessages()
  const { id, exchanges, earlier, answering } = conversation
  const last = exchanges.at(-1)
  return (
    <>
      {earlier.map((exchange, place) => (
        <ExchangeItems
          // oxlint-disable-next-line react/no-array-index-key -- the list only grows
          key={`earlier-${place}`}
          exchange={exchange}
          conversation={null}
          isLast={false}
          isComing={false}
          asked={null}
          onTyped={nothing}
        />
      ))}
      {earlier.length > 0 && <li className={css.begunAnew}>{chat.begunAnew}</li>}
      {exchanges.map((exchange) => (
        <ExchangeItems
          key={`${earlier.length}-${exchange.turn}`}
          exchange={exchange}
          conversation={id}
          isLast={exchange === last}
          isComing={answering && exchange === last}
          asked={exchange === last ? asked : null}
          onTyped={onTyped}
        />
      ))}
    </>
  )
}

const nothing = () => undefined

interface ExchangeProps {
  readonly exchange: Exchange
  readonly conversation: string | null
  readonly isLast: boolean
  /** Whether its answer is being written, and has not broken off. */
  readonly isComing: boolean
  readonly asked: RefObject<HTMLLIElement | null> | null
  readonly onTyped: (turn: number) => void
}

function ExchangeItems({ exchange, conversation, isLast, isComing, asked, onTyped }: ExchangeProps) {
  const { chat } = useAssistantMessages()
  const { turn, question, text, answer } = exchange
  const online = useNetwork()
  // Earlier messages appear at once.
  const shown = useTypewriter(text, answer === null ? 0 : text.length)
  const isTyped = answer !== null && shown.length >= text.length
  useEffect(() => {
    if (isTyped) onTyped(turn)
  }, [isTyped, onTyped, turn])
  return (
    <>
      <li className={css.question} ref={asked}>
        <p className={css.who}>
          <IconUser size={16} aria-hidden /> {chat.you}
        </p>
        <p className={css.asked}>{question}</p>
      </li>
      <li className={css.answer} aria-busy={isComing || (answer !== null && !isTyped)}>
        <AnswerHead answer={answer} isSaying={shown !== ''} />
        {isComing && shown === '' ? (
          <p className={css.working}>
            {online && <Loader size={14} type="dots" aria-hidden />} {online ? chat.working : chat.offline}
          </p>
        ) : (
          <AnswerWords text={shown} sources={answer?.sources ?? []} />
        )}
        {isTyped && !listsSources(text) && <Sources sources={answer.sources} title={chat.sources} />}
        {isTyped && isLast && conversation !== null && (
          <Rating exchange={exchange} answer={answer} conversation={conversation} />
        )}
      </li>
    </>
  )
}

/** Names the author of the words before the words, and says how far to trust them. */
function AnswerHead({ answer, isSaying }: { answer: Answer | null; isSaying: boolean }) {
  const { chat, name } = useAssistantMessages()
  const { generated } = useMessages().tickets.entry
  return (
    <p className={css.who}>
      <IconSparkles size={16} aria-hidden /> {name}
      {isSaying && <span className={css.generated}>{generated[answer?.generatedBy ?? 'model']}</span>}
      {answer && answer.verdict !== 'answer' && <span className={css.verdict}>{chat.verdict[answer.verdict]}</span>}
    </p>
  )
}

function Rating({ exchange, answer, conversation }: { exchange: Exchange; answer: Answer; conversation: string }) {
  const { chat } = useAssistantMessages()
  const [rated, setRated] = useState<'good' | 'bad' | null>(null)
  const rate = (as: 'good' | 'bad') => {
    setRated(as)
    const said = { message: chat.rating[as], topic: answer.topic, conversation, answer: exchange.text }
    call(assistant.rate, said).catch(() => setRated(null))
  }
  return (
    <div className={css.rating}>
      <VisuallyHidden role="status">{rated === null ? '' : chat.rated}</VisuallyHidden>
      {(['good', 'bad'] as const).map((as) => {
        const Icon = as === 'good' ? IconThumbUp : IconThumbDown
        return (
          <ActionIcon
            key={as}
            variant={rated === as ? 'filled' : 'default'}
            aria-label={chat[as]}
            aria-pressed={rated === as}
            onClick={() => rate(as)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        )
      })}
    </div>
  )
}

interface SatisfactionProps {
  readonly full: boolean
  /** Whether there was an answer, and not only a hint or nothing. */
  readonly likely: boolean
  readonly onSolved: () => void
  readonly onUnsolved: () => void
}

/** spec §4, Chat flow 2 and 3. */
function Satisfaction({ full, likely, onSolved, onUnsolved }: SatisfactionProps) {
  const { chat } = useAssistantMessages()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // From here on the input is disabled, and it had the focus.
    const had = document.activeElement
    if (full && (had === document.body || had?.matches(':disabled'))) group.current?.focus({ preventScroll: true })
  }, [full])
  return (
    <div ref={group} className={css.satisfaction} role="group" aria-labelledby={id} tabIndex={-1}>
      {full && <p className={css.full}>{chat.full}</p>}
      <p id={id} className={css.useful}>
        {chat.useful}
      </p>
      <div className={css.choices}>
        <Button size="sm" variant={likely ? 'filled' : 'default'} onClick={onSolved}>
          {chat.solved}
        </Button>
        <Button size="sm" variant={likely ? 'default' : 'filled'} onClick={onUnsolved}>
          {chat.unsolved}
        </Button>
      </div>
    </div>
  )
}

interface QuestionProps {
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly disabled: boolean
  readonly over: boolean
  readonly sendable: boolean
  readonly onChange: (text: string) => void
  readonly onSend: () => void
}

function Question({ input, text, disabled, over, sendable, onChange, onSend }: QuestionProps) {
  const { shared } = useMessages()
  const { chat } = useAssistantMessages()
  const { number } = useFormat()
  const counted = chat.count(number(text.length), number(MAX_QUESTION))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <Textarea
        ref={input}
        className={css.input}
        label={chat.question}
        rows={2}
        value={text}
        disabled={disabled}
        error={over ? shared.field['too-long'](MAX_QUESTION) : null}
        // The library's field is described by nothing else.
        description={<VisuallyHidden>{`${chat.hint}, ${counted}`}</VisuallyHidden>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <ActionIcon type="submit" size={42} variant="filled" aria-label={chat.send} disabled={!sendable}>
        <IconSend size={20} aria-hidden />
      </ActionIcon>
      <p className={css.counter} data-over={over || undefined} aria-hidden>
        <span className={css.hint}>{chat.hint}</span>
        <span>{counted}</span>
      </p>
    </form>
  )
}
