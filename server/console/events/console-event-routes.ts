import * as z from 'zod/mini'
import { consoleLive } from '#contract/console/live.ts'
import type { LiveStreams } from '../../events/live-streams.ts'
import { languageOf } from '../../http/language.ts'
import { noteConsoleOpen } from '../mail/notification-mail-store.ts'
import { type ConsoleBinding, bindConsoleStream } from '../door/console-binding.ts'
import { type Event, eventsAfter } from './event-store.ts'

const said = (event: Event | null) =>
  z.encode(consoleLive.events.data, event ? { kind: event.kind, [event.subject]: event.number } : { kind: 'all' })

/** Technicians see every client, so they learn of all events. */
export function bindConsoleEvents(binding: ConsoleBinding, streams: LiveStreams): void {
  const { staff, atOnce, findTechnician, clock } = binding
  bindConsoleStream(binding, consoleLive.events, async ({ age }, { technician, request }) => {
    const isOpen = () =>
      staff.acrossClients((tx) => noteConsoleOpen(tx, technician.username, languageOf(request), clock()))
    await isOpen()
    return streams.open({
      reader: technician,
      session: `technician ${technician.session}`,
      lastEventId: String(request.headers['last-event-id'] ?? ''),
      age,
      again: async () => {
        const now = await findTechnician(request, clock(), false)
        if (now?.session !== technician.session) return null
        await isOpen()
        return now
      },
      missed: (after, most) => eventsAfter(staff, after, most + 1),
      visible: (reader, events) =>
        Promise.resolve(
          events.filter((event) => event.reader === null || event.reader === `technician ${reader.username}`),
        ),
      said,
      onEnd: atOnce.stream({ person: `technician ${technician.username}`, limited: false }, request.ip),
    })
  })
}
