import * as z from 'zod/mini'
import { live } from '#contract/live.ts'
import type { News } from '#contract/live.ts'
import { heardOf } from '#domain/ticket.ts'
import { type Event, eventsOfClientAfter } from '../console/events/event-store.ts'
import { type Binding, bindStream } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { scopeKey, visibleEvents } from '../scope/visible-events.ts'
import type { LiveStreams } from './live-streams.ts'

/** Of an entry customers hear its own word, of all other events that something has changed. */
const newsOf = ({ kind }: Event): News => (kind === 'seen' ? kind : (heardOf(kind)?.news ?? 'change'))

/** A customer's view of an event: the changed record, and little of the reason. */
const said = (event: Event | null) =>
  z.encode(live.events.data, event ? { news: newsOf(event), [event.subject]: event.number } : { news: 'all' })

const nameOf = ({ person }: Caller): string => `customer ${person}`

export function bindEvents(binding: Binding, streams: LiveStreams): void {
  const { database, findCaller, atOnce, clock } = binding
  /** Running look-ups of the visible ones among these events. Callers with the same rights share one. */
  const asking = new Map<string, Promise<readonly Event[]>>()

  bindStream(binding, live.events, async ({ age }, { caller, request }) =>
    streams.open({
      reader: caller,
      session: `customer ${caller.session}`,
      lastEventId: String(request.headers['last-event-id'] ?? ''),
      age,
      again: async () => {
        const now = await findCaller(request, clock(), false)
        return now?.session === caller.session ? now : null
      },
      missed: (after, most) =>
        database.inClient(caller.client, (tx) => eventsOfClientAfter(tx, nameOf(caller), after, most + 1)),
      visible: async (reader, events) => {
        const ofClient = events.filter(({ client }) => client === reader.client)
        const personal = ofClient.filter((event) => event.reader === nameOf(reader))
        const own = ofClient.filter((event) => event.reader === null)
        if (own.length === 0) return personal
        const key = `${scopeKey(reader)} ${own[0]?.id} ${own.at(-1)?.id}`
        const found =
          asking.get(key) ??
          database
            .inClient(reader.client, (tx) => visibleEvents(tx, reader, own))
            .finally(() => void asking.delete(key))
        asking.set(key, found)
        const visible = await found
        return personal.length === 0 ? visible : [...visible, ...personal].toSorted((one, other) => one.id - other.id)
      },
      said,
      onEnd: atOnce.stream(caller, request.ip),
    }),
  )
}
