import { useNavigate } from '@tanstack/react-router'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { NewEntriesButton, useNewEntries } from '#browser/live/new-entries.tsx'
import { useSeen } from '#browser/live/use-seen.ts'
import { mayCorrect } from '#domain/ticket-actions.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingState } from '#ui/states.tsx'
import { resumedAssistant } from '../assistant/resumed-assistant.ts'
import { TicketLifeLine } from '../incidents/life-line.tsx'
import { lifeLineQuery } from '../incidents/life-line-queries.ts'
import { NotRead } from '../lists/not-read.tsx'
import { OfficeTimeNote } from '../lists/office-time-note.tsx'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { nameOf, useAccount } from '../session/session-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import { CorrectionDialog } from '../conversation/correction-dialog.tsx'
import { Expectation } from './expectation.tsx'
import { InlineAnswer } from '../conversation/inline-answer.tsx'
import { ActDialog, type Acting, Actions, Additions } from '../conversation/ticket-acting.tsx'
import { TicketAttachments } from './ticket-attachments.tsx'
import css from './ticket-dialog.module.css'
import { type TimelineEntry, ticketViewQuery, useMarkSeen } from './ticket-queries.ts'
import { Facts, Turn, type ViewProps } from '../conversation/ticket-standing.tsx'
import { keyOf } from './ticket-timeline.tsx'
import { WholeTimeline } from '../conversation/whole-timeline.tsx'

const ResumedAssistant = resumedAssistant.Part

/** One ticket: its data, its timeline, and the acts that are possible now (spec §2, Ticket detail popup). */
export function TicketDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const { detail } = useMessages().tickets
  const { data, error, isFetching, refetch } = useQuery(ticketViewQuery(number))
  // Requested with the ticket, not after it.
  usePrefetchQuery(lifeLineQuery({ ticket: number }))
  const [acting, setActing] = useState<Acting | null>(null)
  const [resumed, setResumed] = useState<string | null>(null)
  const [correcting, setCorrecting] = useState<TimelineEntry | null>(null)
  const [isWriting, setWriting] = useState(false)
  const answer = useRef<HTMLElement>(null)
  const leave = useLeave()
  const act = (next: Acting) => {
    const field = next === 'reply' ? answer.current?.querySelector('textarea') : null
    if (field) field.focus()
    else setActing(next)
  }
  // Messages from a joined ticket may be older.
  const root = data?.messages.find(({ parent }) => parent === null)
  // One of the acts depends on it, so all acts wait: they appear together.
  const { isPending } = useConfiguration()
  const read = data && root && !isPending && { view: data, root }
  return (
    <>
      <Dialog
        opened
        size="xl"
        leave="back"
        printable
        title={root ? `${detail.heading(root.number)} · ${root.title}` : detail.heading(number)}
        onClose={leave}
        footer={read && <Actions {...read} isWriting={isWriting} onAct={act} onResume={setResumed} />}
      >
        {read ? (
          <Content
            {...read}
            isWriting={isWriting}
            onAct={act}
            answer={answer}
            acting={acting}
            isAway={acting !== null || resumed !== null || correcting !== null}
            onCorrect={setCorrecting}
            onWriting={setWriting}
          />
        ) : error ? (
          <NotRead
            error={error}
            failed={detail.failed}
            hint={detail.notThere}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState label={detail.loading} />
        )}
      </Dialog>
      {root && <ActDialog act={acting} root={root} onClose={() => setActing(null)} onGone={onClose} />}
      <Suspense fallback={null}>
        {resumed !== null && <ResumedAssistant conversation={resumed} onClose={() => setResumed(null)} />}
      </Suspense>
      {correcting && <CorrectionDialog entry={correcting} onClose={() => setCorrecting(null)} />}
    </>
  )
}

/** Leaves the ticket; an answer that is being written asks first. */
function useLeave() {
  const navigate = useNavigate({ from: paths.tickets })
  return () =>
    void navigate({ search: (before) => ({ ...before, ticket: undefined }), replace: true, resetScroll: false })
}

interface ContentProps extends ViewProps {
  readonly answer: RefObject<HTMLElement | null>
  readonly acting: Acting | null
  /** Another dialog lies above it. */
  readonly isAway: boolean
  readonly isWriting: boolean
  readonly onAct: (act: Acting) => void
  readonly onCorrect: (entry: TimelineEntry) => void
  readonly onWriting: (isWriting: boolean) => void
}

function Content({ view, root, answer, acting, isAway, isWriting, onAct, onCorrect, onWriting }: ContentProps) {
  const { detail } = useMessages().tickets
  const account = useAccount()
  const timelineId = useId()
  const list = useRef<HTMLOListElement>(null)
  const entries = view.timeline.map((entry) => ({
    key: keyOf(entry),
    isOwn: entry.side === 'customer' && entry.author === nameOf(account),
  }))
  const news = useNewEntries({ entries, list, isAway, isHeld: isWriting })
  const answering = useAnswering({ view, root }, isWriting, onWriting)
  useNewestInView(list, answer)
  useSeen(view.unread > 0 && !isAway && news.count === 0 ? view.newest : null, useMarkSeen(root.number))
  // The handed-over text takes its draft along.
  const isHandedOver = !account.limited && (acting === 'add-information' || acting === 'reject')
  return (
    <>
      <div className={css.content}>
        <div className={css.standing}>
          <Turn view={view} root={root} />
          <Additions view={view} root={root} isWriting={isWriting} onAct={onAct} />
        </div>
        <div className={css.aside}>
          <Facts view={view} root={root} />
          {!root.talking && !root.accepted && <Expectation about={{ ticket: root.number }} />}
          <TicketLifeLine ticket={root.number} />
        </div>
        <div className={css.conversation}>
          <section aria-labelledby={timelineId}>
            <h3 id={timelineId} className={css.section}>
              {detail.timeline}
            </h3>
            <WholeTimeline
              view={view}
              root={root}
              shown={view.timeline.filter((entry) => news.isShown(keyOf(entry)))}
              list={list}
              onCorrect={mayCorrect(root).allowed ? onCorrect : undefined}
            />
            <OfficeTimeNote />
          </section>
          {answering.isShown && !isHandedOver && (
            <InlineAnswer ref={answer} ticket={root.number} onWriting={onWriting} onDone={answering.onDone} />
          )}
          {!account.limited && <TicketAttachments ticket={root.number} />}
        </div>
      </div>
      <NewEntriesButton news={news} words={detail.newEntries} />
    </>
  )
}

/** Whether the answer can be written. One that was begun stays, whatever happens to the ticket meanwhile. */
function useAnswering({ view, root }: ViewProps, isWriting: boolean, onWriting: (isWriting: boolean) => void) {
  const [isSent, setSent] = useState(false)
  const isAsked = view.actions.mayReply && !root.talking && !root.unfinished
  if (isSent && !isAsked) setSent(false)
  return {
    isShown: !isSent && (isAsked || isWriting),
    onDone: () => {
      setSent(true)
      onWriting(false)
    },
  }
}

/** A ticket opens at its end: the newest entry, and the answer below it. */
function useNewestInView(list: RefObject<HTMLElement | null>, answer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const newest = list.current?.lastElementChild
    if (list.current?.childElementCount === 1 && !answer.current) return
    answer.current?.scrollIntoView({ block: 'nearest' })
    newest?.scrollIntoView({ block: 'nearest' })
  }, [list, answer])
}
