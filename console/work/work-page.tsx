import { Button } from '@mantine/core'
import {
  type TablerIcon,
  IconArrowLeft,
  IconArrowsExchange,
  IconCalendarEvent,
  IconDatabaseImport,
  IconLink,
  IconMessages,
  IconPaperclip,
  IconPencil,
  IconUnlink,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LifeLineRail } from '#browser/life-line-rail.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { isFocusLost } from '#ui/lost-focus.ts'
import { LoadingState } from '#ui/states.tsx'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { Unread } from '../layout/unread.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useWorkMessages } from '../messages/work.ts'
import { WORK_LISTS, WORK_ORDER, type WorkList, paths, workListNamed } from '../paths.ts'
import { Standing } from '../queue/standing.tsx'
import { Files } from '../ticket/entry-card.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { AttachDialog } from './attach-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { LinkTicketDialog, UnlinkDialog } from './link-dialogs.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'
import { ValuationPage } from './valuation-page.tsx'
import { DecisionBadge, WorkStateBadge } from './work-parts.tsx'
import { rememberOpened, searchOfList } from './work-place.ts'
import { type WorkEvent, type WorkView, workQuery } from './work-queries.ts'
import styles from './work.module.css'

/** One incident, development or valuation. */
export function WorkPage() {
  const { lista, number = '' } = useParams({ strict: false })
  const list = workListNamed(lista) ?? WORK_ORDER[0]
  const { keys } = useMessages()
  const navigate = useNavigate()
  useEffect(() => rememberOpened(list, number), [list, number])
  useShortcuts([
    {
      keys: 'Escape',
      group: 'list',
      words: keys.backToList,
      run: () => void navigate({ to: paths.workList, params: { lista: WORK_LISTS[list] }, search: searchOfList(list) }),
    },
  ])
  return (
    <>
      <BackLink list={list} />
      {list === 'valuation' ? (
        <ValuationPage key={number} number={Number(number)} />
      ) : (
        <Work key={number} number={Number(number)} list={list} />
      )}
    </>
  )
}

function BackLink({ list }: { list: WorkList }) {
  const { page: words } = useWorkMessages()
  return (
    <Link to={paths.workList} params={{ lista: WORK_LISTS[list] }} search={searchOfList(list)} className={styles.back}>
      <IconArrowLeft size={17} aria-hidden /> {words.back[list]}
    </Link>
  )
}

function Work({ number, list }: { number: number; list: WorkList }) {
  const { page: words } = useWorkMessages()
  const query = useQuery(workQuery(number))
  if (query.data) return <Opened work={query.data} />
  if (!query.error) return <LoadingState label={words.loading} />
  return (
    <Unread
      query={query}
      missing={words.notFound}
      to={{ to: paths.workList, params: { lista: WORK_LISTS[list] }, words: words.toList }}
    />
  )
}

type Act = 'state' | 'plan' | 'install' | 'link' | 'answer' | 'edit' | 'attach'

/** Each act's key and icon. */
const ACTS: readonly {
  readonly act: Exclude<Act, 'edit' | 'attach'>
  readonly letter: string
  readonly icon: TablerIcon
}[] = [
  { act: 'state', letter: 's', icon: IconArrowsExchange },
  { act: 'plan', letter: 'p', icon: IconCalendarEvent },
  { act: 'install', letter: 'i', icon: IconDatabaseImport },
  { act: 'link', letter: 'v', icon: IconLink },
  { act: 'answer', letter: 'r', icon: IconMessages },
]

function Opened({ work }: { work: WorkView }) {
  const { page: words, name, list, attach } = useWorkMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  const [act, setAct] = useState<Act | null>(null)
  const [unlinking, setUnlinking] = useState<number | null>(null)
  const close = () => setAct(null)
  usePageTitle(`${name[work.kind](work.number)} ${work.title}`)
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [])
  const maySay = (one: Act) => one !== 'answer' || work.linkedTickets.some(({ accepted }) => !accepted)
  useShortcuts([
    ...ACTS.filter(({ act }) => maySay(act)).map(({ act, letter }) => ({
      keys: letter,
      group: 'work' as const,
      words: words[act],
      run: () => setAct(act),
    })),
    { keys: 'e', group: 'work' as const, words: words.change, run: () => setAct('edit') },
    { keys: 'a', group: 'work' as const, words: attach.open, run: () => setAct('attach') },
  ])
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            <span className={styles.number}>{name[work.kind](work.number)}</span> {work.title}
          </h1>
          <div className={styles.line}>
            <WorkStateBadge work={work} />
            {work.overdue && <span className={styles.overdue}>{list.overdue}</span>}
          </div>
          <div className={styles.acts}>
            {ACTS.map(({ act: one, icon: Icon }) => (
              <Button
                key={one}
                size="xs"
                variant="default"
                disabled={!maySay(one)}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => setAct(one)}
              >
                {words[one]}
              </Button>
            ))}
          </div>
        </header>
        <Line work={work} />
        <Tickets work={work} onUnlink={setUnlinking} />
        <History work={work} />
      </div>
      <Side work={work} onEdit={() => setAct('edit')} onAttach={() => setAct('attach')} />
      {act === 'state' && <StateDialog work={work} onClose={close} />}
      {act === 'plan' && <PlanDialog work={work} onClose={close} />}
      {act === 'install' && <InstallDialog work={work} onClose={close} />}
      {act === 'link' && <LinkTicketDialog work={work} onClose={close} />}
      {act === 'answer' && <AnswerDialog work={work} onClose={close} />}
      {act === 'attach' && <AttachDialog work={work} onClose={close} />}
      {act === 'edit' && <EditDialog work={work} onClose={close} />}
      {unlinking !== null && <UnlinkDialog work={work} ticket={unlinking} onClose={() => setUnlinking(null)} />}
    </div>
  )
}

const Box = ({ title, children, act }: { title: string; children: ReactNode; act?: ReactNode }) => {
  const id = useId()
  return (
    <section className={styles.box} aria-labelledby={id}>
      <div className={styles.boxHead}>
        <h2 id={id} className={styles.boxTitle}>
          {title}
        </h2>
        {act}
      </div>
      {children}
    </section>
  )
}

/** The facts that the customer sees, too. */
function Line({ work }: { work: WorkView }) {
  const { lifeLine: words, validation: said } = useWorkMessages()
  const { workState } = useMessages()
  const { day } = useFormat()
  const { kind, state, version, validation, waitingForValidation } = work
  const test = validation ? said[validation] : waitingForValidation ? words.toValidate : null
  return (
    <Box title={words.label}>
      <LifeLineRail
        label={words.label}
        steps={work.line}
        words={words}
        day={day}
        details={{ version }}
        states={{ [kind]: workState[state], ...(test && { test }) }}
      />
    </Box>
  )
}

function Tickets({ work, onUnlink }: { work: WorkView; onUnlink: (ticket: number) => void }) {
  const { page: words } = useWorkMessages()
  const { linkedTickets, tickets } = work
  return (
    <Box title={words.tickets}>
      {linkedTickets.length === 0 ? (
        <p className={styles.quiet}>{words.noTickets}</p>
      ) : (
        <ul className={styles.tickets}>
          {linkedTickets.map((ticket) => (
            <li key={ticket.number} className={styles.ticket}>
              <Link to={paths.ticket} params={{ number: String(ticket.number) }}>
                {ticket.number} {ticket.title}
              </Link>
              <span className={styles.line}>
                <Standing ticket={ticket} />
                <span className={styles.quiet}>
                  {ticket.raisedBy} · {ticket.installation}
                </span>
              </span>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={words.unlink(ticket.number)}
                title={words.unlink(ticket.number)}
                onClick={() => onUnlink(ticket.number)}
              >
                <IconUnlink size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {tickets > linkedTickets.length && (
        <p className={styles.quiet}>{words.shownTickets(linkedTickets.length, tickets)}</p>
      )}
    </Box>
  )
}

function History({ work: { history } }: { work: WorkView }) {
  const { page: words } = useWorkMessages()
  return (
    <Box title={words.history}>
      {history.length === 0 ? (
        <p className={styles.quiet}>{words.noHistory}</p>
      ) : (
        <ol className={styles.history}>
          {history.toReversed().map((event) => (
            <Event key={`${event.at.getTime()} ${event.kind} ${event.to}`} event={event} />
          ))}
        </ol>
      )}
    </Box>
  )
}

function Event({ event }: { event: WorkEvent }) {
  const { event: words } = useWorkMessages()
  const { dateTime } = useFormat()
  const { kind, reason, author, at } = event
  return (
    <li>
      <strong>{words[kind]}</strong> <Change event={event} />
      <span className={styles.quiet}>
        {author} · <time dateTime={at.toISOString()}>{dateTime(at)}</time>
      </span>
      {reason && <p className={styles.text}>{reason}</p>}
    </li>
  )
}

/** A change in the screens' own words: from, and to. */
function Change({ event: { kind, from, to } }: { event: WorkEvent }) {
  const { event: words, validation } = useWorkMessages()
  const { workState } = useMessages()
  const { day } = useFormat()
  const shown = (value: string): string => {
    if (value === '') return words.none
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return day(value)
    return Object.entries({ ...workState, ...validation }).find(([key]) => key === value)?.[1] ?? value
  }
  switch (kind) {
    case 'state':
    case 'situation':
    case 'planned-delivery':
    case 'planned-test':
    case 'planned-production':
      return <span>{from === '' ? shown(to) : words.moved(shown(from), shown(to))} </span>
    case 'installed-test':
    case 'installed-production':
    case 'validation':
    case 'link':
      return <span>{shown(to)} </span>
    case 'unlink':
      return <span>{from} </span>
  }
}

interface SideProps {
  readonly work: WorkView
  readonly onEdit: () => void
  readonly onAttach: () => void
}

function Side({ work, onEdit, onAttach }: SideProps) {
  const { page: words, attach } = useWorkMessages()
  const { day, dateTime } = useFormat()
  const dated = (on: string | null) => on && day(on)
  const facts: readonly Fact[] = [
    [words.installation, work.installation],
    [words.version, work.version],
    [words.budget, work.budget],
    [words.department, work.department],
    [words.sprint, work.sprint],
    [words.requestedOn, dated(work.requestedOn)],
    [words.createdAt, dateTime(work.createdAt)],
    [words.delivery, dated(work.plannedDelivery)],
    [words.test, dated(work.plannedTest)],
    [words.production, dated(work.plannedProduction)],
    [words.claims, work.claims || null],
  ]
  return (
    <aside className={styles.side} aria-label={words.facts}>
      <section className={styles.part}>
        <p className={styles.strong}>
          <Link to={paths.client} params={{ client: String(work.client.code) }} className={styles.link}>
            {work.client.name}
          </Link>
        </p>
        <p className={styles.quiet}>{work.client.code}</p>
        <Facts className={styles.facts} facts={facts} />
        <Button size="compact-sm" variant="default" leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
          {words.change}
        </Button>
      </section>
      <section className={styles.part}>
        <h2 className={styles.partTitle}>{words.files}</h2>
        {work.attachments.length === 0 ? (
          <p className={styles.quiet}>{words.noFiles}</p>
        ) : (
          <Files files={work.attachments} />
        )}
        <Button
          size="compact-sm"
          variant="default"
          mt={8}
          leftSection={<IconPaperclip size={15} aria-hidden />}
          onClick={onAttach}
        >
          {attach.open}
        </Button>
      </section>
      {work.problem && (
        <section className={styles.part}>
          <h2 className={styles.partTitle}>{words.problem}</h2>
          <Link to={paths.problem} params={{ problem: String(work.problem.id) }}>
            {work.problem.id} · {work.problem.title}
          </Link>
        </section>
      )}
      {work.valuations.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.partTitle}>{words.valuations}</h2>
          <ul className={styles.files}>
            {work.valuations.map((valuation) => (
              <li key={valuation.number}>
                <Link
                  to={paths.work}
                  params={{ lista: WORK_LISTS.valuation, number: String(valuation.number) }}
                  className={styles.link}
                >
                  {valuation.number} {valuation.description}
                </Link>{' '}
                <DecisionBadge valuation={valuation} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
