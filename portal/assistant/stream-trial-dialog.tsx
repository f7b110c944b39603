import { Button, NativeSelect, Switch, TextInput, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { assistant } from '#contract/assistant.ts'
import { MAX_QUESTION } from '#domain/conversation.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { call, sentenceOf } from '../api.ts'
import { useAssistantMessages } from '../messages/assistant.ts'
import { useMessages } from '../messages/index.ts'
import { answerOf } from './ask.ts'
import css from './stream-trial-dialog.module.css'
import { AnswerWords, Sources } from './answer-words.tsx'
import type { Answer } from './assistant-queries.ts'

/** Tries the stream by itself, without tickets; only while the test helpers are on (spec §7). */
export function StreamTrialDialog({ onClose }: { onClose: () => void }) {
  const { trial, chat } = useAssistantMessages()
  const { generated } = useMessages().tickets.entry
  const formId = useId()
  const { conversation, setConversation, text, answer, busy, ask } = useTrial()
  const [question, setQuestion] = useState('')
  const [streams, setStreams] = useState(true)
  const [rate, setRate] = useState('5')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && question.trim() !== '') void ask(question, streams)
  }

  return (
    <Dialog
      opened
      size="md"
      leave="back"
      title={trial.title}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} loading={busy} disabled={question.trim() === ''}>
          {trial.send}
        </Button>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        <Textarea
          label={trial.question}
          rows={3}
          maxLength={MAX_QUESTION}
          value={question}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <TextInput
          label={trial.conversation}
          value={conversation}
          onChange={({ currentTarget }) => setConversation(currentTarget.value.trim())}
        />
        <Switch
          label={trial.stream}
          checked={streams}
          onChange={({ currentTarget }) => setStreams(currentTarget.checked)}
        />
      </form>
      {text !== '' && (
        <section className={css.answer} aria-label={trial.answer} aria-busy={busy}>
          <p className={css.generated}>{generated[answer?.generatedBy ?? 'model']}</p>
          <AnswerWords text={text} sources={answer?.sources ?? []} />
          {answer && <Sources sources={answer.sources} title={chat.sources} />}
        </section>
      )}
      {answer && <TrialRating {...{ conversation, rate }} turn={answer.turn} onRate={setRate} />}
    </Dialog>
  )
}

/** One conversation, and its newest answer. */
function useTrial() {
  const [conversation, setConversation] = useState('')
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (question: string, streams: boolean) => {
    const { signal } = (running.current = new AbortController())
    setBusy(true)
    setText('')
    setAnswer(null)
    try {
      const id = conversation || (await call(assistant.open, {}, { signal })).conversation
      setConversation(id)
      const asked = { question, conversation: id, topic: '' }
      setAnswer(await answerOf(asked, { streams, signal, onText: setText }))
    } catch (error) {
      if (!signal.aborted) showAlert('error', sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { conversation, setConversation, text, answer, busy, ask }
}

interface TrialRatingProps {
  readonly conversation: string
  readonly turn: number
  readonly rate: string
  readonly onRate: (rate: string) => void
}

/** Rates an answer as the specification's `rate_id` does. */
function TrialRating({ conversation, turn, rate, onRate }: TrialRatingProps) {
  const { trial } = useAssistantMessages()
  const send = async () => {
    try {
      await answerOf(
        { conversation, turn: String(turn), ratedTurn: String(turn), rate: Number(rate) },
        { streams: true, signal: new AbortController().signal, onText: () => undefined },
      )
      showAlert('success', trial.rated)
    } catch (error) {
      showAlert('error', sentenceOf(error))
    }
  }
  return (
    <div className={css.rating}>
      <NativeSelect
        label={`${trial.rating} · rate_id ${turn}`}
        data={['-1', '1', '2', '3', '4', '5']}
        value={rate}
        onChange={({ currentTarget }) => onRate(currentTarget.value)}
      />
      <Button variant="default" onClick={() => void send()}>
        {trial.rate}
      </Button>
    </div>
  )
}
