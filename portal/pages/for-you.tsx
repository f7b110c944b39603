import { Button } from '@mantine/core'
import {
  type TablerIcon,
  IconArrowBackUp,
  IconFileEuro,
  IconHourglassLow,
  IconPencil,
  IconTestPipe,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { part } from '#ui/part.tsx'
import { awaitedQuery } from '../incidents/life-line-queries.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { valuationsQuery } from '../options/option-queries.ts'
import { VALUATIONS } from '../options/options-search.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import { silenceQuery } from '../silence/silence-queries.ts'
import { draftsQuery } from '../tickets/ticket-queries.ts'
import { developmentSearch, incidentSearch } from '../tickets/tickets-search.ts'
import styles from './for-you.module.css'

const UndoSilenceDialog = part(async () => (await import('../silence/undo-silence-dialog.tsx')).UndoSilenceDialog).Part

/** Further items are shown on request, so that the home stays short. */
const SHOWN = 5

/** «Para usted (5)»: the acts still open to this person, the one that ends first on top. */
export function ForYou() {
  const { pages, ui } = useMessages()
  const { number } = useFormat()
  const { items, isPending, failed, retry } = useItems()
  const [undoing, setUndoing] = useState<number | null>(null)
  const [all, setAll] = useState(false)
  const words = pages.home.forYou
  const shown = all ? items : items.slice(0, SHOWN)
  return (
    <section className={styles.forYou} aria-labelledby="para-usted">
      <h2 id="para-usted" className={styles.heading}>
        {items.length === 0 ? words.title : words.counted(number(items.length))}
      </h2>
      {isPending && <div className={styles.awaited} />}
      {failed && (
        <p className={styles.quiet}>
          {words.failed}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {ui.retry}
          </Button>
        </p>
      )}
      {!isPending && !failed && items.length === 0 && <p className={styles.quiet}>{words.none}</p>}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((item) => (
            <Item key={item.key} item={item} onUndo={setUndoing} />
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <Button variant="subtle" size="compact-md" onClick={() => setAll(true)}>
          {words.more(number(items.length - shown.length))}
        </Button>
      )}
      <Suspense>{undoing !== null && <UndoSilenceDialog ticket={undoing} onClose={() => setUndoing(null)} />}</Suspense>
    </section>
  )
}

function Item({ item, onUndo }: { item: Item; onUndo: (ticket: number) => void }) {
  const { silence } = useMessages().tickets
  const { icon: Icon, link, title, text, isUrgent, undoes } = item
  return (
    <li className={styles.item} data-urgent={isUrgent || undefined}>
      <Icon size={20} stroke={1.7} aria-hidden />
      <div className={styles.words}>
        <Link {...link} className={styles.link}>
          {title}
        </Link>
        {text !== null && <p className={styles.text}>{text}</p>}
      </div>
      {undoes !== undefined && (
        <Button size="compact-sm" variant="default" aria-label={silence.undoOf(undoes)} onClick={() => onUndo(undoes)}>
          {silence.undo.act}
        </Button>
      )}
    </li>
  )
}

interface Item {
  readonly key: string
  readonly icon: TablerIcon
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search' | 'state'>
  readonly title: string
  readonly text: string | null
  /** The moment after which the act is too late; null: it never is. */
  readonly ends: Date | null
  readonly isUrgent?: boolean
  /** The ticket whose acceptance by silence this undoes. */
  readonly undoes?: number
}

/** Valuations to decide, tickets that silence will accept or has accepted (which can be undone), work to try, and unsent drafts. */
function useItems() {
  const { pages, tickets } = useMessages()
  const { ago, date, day } = useFormat()
  const [begun] = useState(() => new Date())
  const silence = useQuery(silenceQuery)
  const awaited = useQuery(awaitedQuery)
  const drafts = useQuery(draftsQuery)
  const { administrator } = useAccount()
  const valuations = useQuery({ ...valuationsQuery(UNDECIDED), enabled: administrator })
  const { money } = figuresIn(useLanguage())
  const words = pages.home.forYou
  const now = drafts.dataUpdatedAt === 0 ? begun : new Date(drafts.dataUpdatedAt)
  const items: readonly Item[] = [
    ...(silence.data?.soon ?? []).map(({ number, title, at, lastDay }) => ({
      ...ticketItem(number, title),
      icon: IconHourglassLow,
      text: lastDay ? tickets.silence.lastDay(date(at)) : tickets.silence.coming(date(at)),
      ends: at,
      isUrgent: lastDay,
    })),
    ...(silence.data?.done ?? []).map(({ number, title, reversibleUntil }) => ({
      ...ticketItem(number, title),
      icon: IconArrowBackUp,
      text: words.reversible(date(reversibleUntil)),
      ends: reversibleUntil,
      undoes: number,
    })),
    ...(valuations.data?.items ?? [])
      .filter(({ expired }) => !expired)
      .map(({ number, description, total, validUntil }) => ({
        key: `valuation ${number}`,
        icon: IconFileEuro,
        link: { to: paths.options, search: { ...VALUATIONS, valoracion: number } } as const,
        title: `${number} · ${description}`,
        text: words.toDecide(
          [total === null ? '' : money(total), validUntil === null ? '' : words.until(day(validUntil))]
            .filter((fact) => fact !== '')
            .join(' · '),
        ),
        ends: validUntil === null ? null : endOfDay(validUntil),
      })),
    ...(drafts.data ?? []).map(({ ticket, savedAt }) => ({
      key: `draft ${ticket}`,
      icon: IconPencil,
      link: {
        to: paths.tickets,
        params: { atajo: ticket === null ? ('nuevo' as const) : ('lista' as const) },
        search: ticket === null ? {} : { ticket },
      },
      title:
        ticket === null
          ? tickets.draft.waitingNew(ago(savedAt, now))
          : tickets.draft.waitingFor(ticket, ago(savedAt, now)),
      text: null,
      ends: null,
    })),
    ...(awaited.data ?? []).map(({ kind, number, title, on }) => ({
      key: `${kind} ${number}`,
      icon: IconTestPipe,
      link: {
        to: paths.tickets,
        params: { atajo: 'lista' },
        search: { ...(kind === 'incident' ? incidentSearch(number) : developmentSearch(number)), trabajo: number },
      } as const,
      title: `${number} · ${title}`,
      text: words.toTry(on === null ? null : day(on)),
      ends: null,
    })),
  ]
  const isPending =
    silence.isPending || awaited.isPending || drafts.isPending || (administrator && valuations.isPending)
  const lost = [silence, awaited, drafts, valuations].filter(({ isError, data }) => isError && data === undefined)
  return {
    // All kinds appear together, so that none moves another.
    items: isPending ? [] : items.toSorted((one, other) => endOf(one) - endOf(other)),
    isPending,
    failed: lost.length > 0,
    retry: () => lost.forEach(({ refetch }) => void refetch()),
  }
}

/** As many as fit on one page of the list. */
const UNDECIDED = { page: 1, pageSize: 50, order: null } as const

const endOfDay = (day: string): Date => new Date(`${day}T23:59:59Z`)

const endOf = ({ ends }: Item): number => ends?.getTime() ?? Number.MAX_SAFE_INTEGER

const ticketItem = (ticket: number, title: string) => ({
  key: `ticket ${ticket}`,
  link: { to: paths.tickets, params: { atajo: 'lista' }, search: { ticket } } as const,
  title: `${ticket} · ${title}`,
})
