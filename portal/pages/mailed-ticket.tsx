import { Button, TextInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { heldBackIn } from '#browser/files/held-back.ts'
import { session } from '#contract/session.ts'
import { tickets as ticketCalls } from '#contract/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { CallFailed, addressOf, call, sentenceOf } from '../api.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { WithQueries } from '../layout/with-queries.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useMailedMessages } from '../messages/mailed.ts'
import { paths } from '../paths.ts'
import {
  type TicketView,
  type TimelineEntry,
  attachmentsQuery,
  takesInformation,
  ticketViewQuery,
  useAddInformation,
  useReply,
} from '../tickets/ticket-queries.ts'
import { useForm } from '../use-form.ts'
import css from './mailed-ticket.module.css'

const STEPS = ['offer', 'code', 'open'] as const
type Step = (typeof STEPS)[number]

interface MailProps {
  readonly ticket: number
  /** The signed part of the mail's link. */
  readonly link: string
}

/** One ticket, for the reader of a mail about it: with a code sent to the mail's address they can read it and write into it. */
export function MailedTicket({ ticket, link }: MailProps) {
  const { homeMail } = useMessages().pages
  return (
    <OwnPage title={useMailedMessages().title(ticket)}>
      <Steps ticket={ticket} link={link} />
      <p>
        <Link to={paths.login}>{homeMail.toLogin}</Link>
      </p>
    </OwnPage>
  )
}

function Steps({ ticket, link }: MailProps) {
  const [step, setStep] = useStep(link)
  switch (step) {
    case 'offer':
      return <Offer link={link} onSent={() => setStep('code')} />
    case 'code':
      return <Code link={link} onOpen={() => setStep('open')} />
    case 'open':
      return (
        <WithQueries>
          <OneTicket ticket={ticket} onEnd={() => setStep('offer')} />
        </WithQueries>
      )
  }
}

const KEY = 'enlace-de-correo'

/**
 * On a phone, a person may look up the code in their mail while the browser drops the page. When they come back, the
 * page is as it was.
 */
function useStep(link: string): [Step, (step: Step) => void] {
  const [step, setStep] = useState(
    () => STEPS.find((each) => sessionStorage.getItem(KEY) === `${each} ${link}`) ?? ('offer' as const),
  )
  return [
    step,
    (next) => {
      sessionStorage.setItem(KEY, `${next} ${link}`)
      setStep(next)
    },
  ]
}

function Offer({ link, onSent }: { link: string; onSent: () => void }) {
  const words = useMailedMessages()
  const form = useForm({})
  return (
    <form onSubmit={form.onSubmit(() => void form.send(() => call(session.requestMailCode, { link }), onSent))}>
      <p className={css.above}>{words.offer}</p>
      <Button type="submit" loading={form.busy}>
        {words.send}
      </Button>
    </form>
  )
}

function Code({ link, onOpen }: { link: string; onOpen: () => void }) {
  const words = useMailedMessages()
  const form = useForm({ code: '' }, { check: ({ code }) => ({ code: isWhole(code) ? null : words.sixDigits }) })
  const again = useForm({})
  const field = useRef<HTMLInputElement>(null)
  // A person who has asked for the code types it next.
  const [asked, setAsked] = useState(1)
  useEffect(() => {
    if (asked > 0) field.current?.focus()
  }, [asked])
  /** Stays at the field. An alert would be gone when the person comes back from their mail. */
  const isOfCode = (error: unknown) => {
    if (!(error instanceof CallFailed && error.status === 401)) return false
    form.wrong({ code: words.wrongCode }, null)
    return true
  }
  const send = (code: string) => void form.send(() => call(session.useMailCode, { link, code }), onOpen, isOfCode)
  const onSent = () => {
    showAlert('success', words.sentAgain)
    form.reset({ code: '' })
    setAsked(asked + 1)
  }
  const { onChange, ...code } = form.text('code')
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(() => send(form.fields.code))}>
        <p className={css.above} role="status">
          {words.sent}
        </p>
        <TextInput
          {...code}
          ref={field}
          label={words.code}
          description={words.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          size="md"
          mb="md"
          onChange={(event) => {
            const { value } = event.currentTarget
            onChange(event)
            // This covers a code that replaces another one.
            if (isWhole(value) && digitsOf(value) !== digitsOf(form.fields.code)) send(value)
          }}
        />
        <Button type="submit" loading={form.busy}>
          {words.open}
        </Button>
      </form>
      <form onSubmit={again.onSubmit(() => void again.send(() => call(session.requestMailCode, { link }), onSent))}>
        <Button type="submit" variant="subtle" mt="sm" loading={again.busy}>
          {words.another}
        </Button>
      </form>
      <p className={css.hint}>{words.notArrived}</p>
    </>
  )
}

const digitsOf = (code: string): string => code.replaceAll(/\s/g, '')
const isWhole = (code: string): boolean => /^\s*(\d\s*){6}$/.test(code)

/** No stream is open to a code's session. */
const BY_THE_CLOCK = { refetchInterval: 15_000 }

function OneTicket({ ticket, onEnd }: { ticket: number; onEnd: () => void }) {
  const { tickets } = useMessages()
  const words = useMailedMessages()
  const { data: view, error, refetch } = useQuery({ ...ticketViewQuery(ticket), ...BY_THE_CLOCK, retry: false })
  const [isOver, setOver] = useState(false)
  if (isOver || isEnd(error)) {
    return (
      <>
        <p role="alert">{words.over}</p>
        {keptReply(ticket) !== '' && <p>{words.kept}</p>}
        <Button onClick={onEnd}>{words.begin}</Button>
      </>
    )
  }
  if (!view)
    return error ? (
      <ErrorState text={sentenceOf(error)} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={words.loading} />
    )
  const [root] = view.messages
  const act = actOf(view)
  return (
    <>
      <h2>{root && `${tickets.detail.heading(root.number)} · ${root.title}`}</h2>
      <Timeline entries={view.timeline} />
      <Files ticket={ticket} />
      {act ? (
        <Message ticket={ticket} act={act} onOver={() => setOver(true)} />
      ) : (
        <Closed ticket={ticket} said={view.timeline} />
      )}
    </>
  )
}

/** As by mail: a reply where one may reply, otherwise added information. */
function actOf(view: TicketView): 'reply' | 'information' | null {
  if (view.actions.mayReply) return 'reply'
  const [root] = view.messages
  return root && takesInformation(view, root) ? 'information' : null
}

/** The code's session has ended. */
const isEnd = (error: unknown): boolean => error instanceof CallFailed && error.status === 403

/** Simpler than in the portal: shared code would load with the portal's lists. */
function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { entry: words } = useMessages().tickets
  const { dateTime } = useFormat()
  return (
    <ol className={css.timeline}>
      {entries.map(({ number, kind, side, author, at, text, quoted }) => (
        <li key={`${number} ${kind} ${at.getTime()}`} className={css.entry} data-side={side}>
          <p className={css.head}>
            <strong>{author || words[side]}</strong> <time dateTime={at.toISOString()}>{dateTime(at)}</time>
          </p>
          <p className={css.text}>{text || words.message}</p>
          {quoted !== null && (
            <details className={css.quoted}>
              <summary>{words.quoted}</summary>
              <p className={css.text}>{quoted}</p>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function Files({ ticket }: { ticket: number }) {
  const { data: files = [] } = useQuery({ ...attachmentsQuery({ ticket }), ...BY_THE_CLOCK })
  const reasons = heldBackIn[useLanguage()]
  if (files.length === 0) return null
  return (
    <ul>
      {files.map(({ id, label, heldBack }) => (
        <li key={id}>
          <a href={heldBack ? undefined : addressOf(ticketCalls.download, { file: id })} download={label.name}>
            {label.name}
          </a>
          {heldBack && ` · ${reasons[heldBack]}`}
        </li>
      ))}
    </ul>
  )
}

const keyOfReply = (ticket: number): string => `respuesta-de-correo ${ticket}`
/** The typed reply. It outlives the session and a page that the phone has dropped, and is gone with the tab. */
const keptReply = (ticket: number): string => sessionStorage.getItem(keyOfReply(ticket)) ?? ''

/** Nothing can be written any more. What was being typed as the ticket closed is there to copy. */
function Closed({ ticket, said }: { ticket: number; said: readonly TimelineEntry[] }) {
  const words = useMailedMessages()
  const unsent = keptReply(ticket)
  // It may have been on its way as the ticket closed.
  const isSaid = said.some(({ text }) => text === unsent.trim())
  return (
    <>
      <p role="status">{words.closed}</p>
      {unsent !== '' && !isSaid && <Textarea readOnly value={unsent} label={words.unsent} autosize />}
    </>
  )
}

interface MessageProps {
  readonly ticket: number
  readonly act: 'reply' | 'information'
  readonly onOver: () => void
}

/** If the turn changes meanwhile, the typed text stays and becomes the other act's. */
function Message({ ticket, act, onOver }: MessageProps) {
  const { textMissing, [act]: words } = useMailedMessages()
  const form = useForm(
    { text: keptReply(ticket) },
    { check: ({ text }) => ({ text: text.trim() === '' ? textMissing : null }) },
  )
  const { text } = form.fields
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(keyOfReply(ticket))
    else sessionStorage.setItem(keyOfReply(ticket), text)
  }, [ticket, text])
  const acts = { reply: useReply(() => null), information: useAddInformation(() => null) }
  // Forgets the kept text here and not in `onDone`, because the form may be gone by then.
  const send = async () => {
    await acts[act].mutateAsync({ ticket, text })
    sessionStorage.removeItem(keyOfReply(ticket))
  }
  const onDone = () => {
    form.reset({ text: '' })
    showAlert('success', words.done)
  }
  const isHandled = (error: unknown) => {
    if (isEnd(error)) onOver()
    return isEnd(error)
  }
  return (
    <form noValidate className={css.reply} onSubmit={form.onSubmit(() => void form.send(send, onDone, isHandled))}>
      <Textarea {...form.text('text')} label={words.text} autosize minRows={4} maxLength={20_000} mb="md" />
      <Button type="submit" loading={form.busy}>
        {words.send}
      </Button>
    </form>
  )
}
