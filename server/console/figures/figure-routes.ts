import { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { officeDay } from '#contract/moment.ts'
import { daysOfAges, daysOfPeriod, partsOfPeriod } from '#domain/figures/figure-days.ts'
import { inForce } from '#domain/settings.ts'
import { RATINGS } from '#domain/ticket.ts'
import { changedSettings, newestChanges } from '../../settings/settings-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import {
  MOST_CLIENTS,
  answeredIn,
  callsIn,
  complainedIn,
  moduleNames,
  notWorkingIn,
  openNow,
  raisedIn,
  ratedIn,
  technicianNames,
} from './figure-store.ts'

type Figures = Data<typeof consoleApi.consoleFigures.view>
type Counted = Figures['total']

/** The desk's figures, for supervisors. */
export function bindFigures(binding: ConsoleBinding, { live }: Pick<ConsoleDependencies, 'live'>): void {
  bindConsole(binding, consoleApi.consoleFigures.view, async ({ period }, { tx, now, note }) => {
    // Read anew, not from this server's memory: a permission that was withdrawn ends at once, on every server.
    const { figures } = inForce(live.files, changedSettings(await newestChanges(tx))).settings
    const byTechnician = figures?.byTechnician ?? false
    const telling = { byTechnician }
    const today = officeDay(now)
    const days = daysOfPeriod(period, today)
    const ages = daysOfAges(today)
    const raised = await raisedIn(tx, days, telling)
    const open = await openNow(tx, ages, now, telling)
    const ratings = await ratedIn(tx, days, telling)
    const rows = [
      ...raised.filter(({ day }) => day === null),
      ...open.filter(({ age }) => age === null),
      ...(await complainedIn(tx, days, telling)),
      ...(await answeredIn(tx, days, telling)),
      ...ratings.map(({ rating, count, ...whose }) => ({ ...whose, rated: count, stars: count * rating })),
    ]
    const clients = await callsIn(tx, days)
    const modules = await moduleNames(tx)
    const technicians = byTechnician ? await technicianNames(tx) : []
    await note({ details: { period, byTechnician } })
    return {
      ...days,
      total: sumOf(rows),
      inflow: partsOfPeriod(period, today).map((part) => ({
        ...part,
        raised: sum(
          raised.filter(({ day }) => day !== null && part.from <= day && day <= part.until),
          'raised',
        ),
      })),
      ages: ages.map((age, index) => {
        const own = open.find((row) => row.age === index)
        return { ...age, open: own?.open ?? 0, waiting: own?.waiting ?? 0 }
      }),
      ratings: RATINGS.map((rating) => ({
        rating,
        count: sum(
          ratings.filter((row) => row.rating === rating),
          'count',
        ),
      })),
      notWorking: await notWorkingIn(tx, days),
      calls: {
        minutes: clients[0]?.allMinutes ?? 0,
        tickets: clients[0]?.allTickets ?? 0,
        clients: clients
          .slice(0, MOST_CLIENTS)
          .map(({ client, name, minutes, tickets }) => ({ client: { code: client, name }, minutes, tickets })),
        hasMore: clients.length > MOST_CLIENTS,
      },
      modules: byKey(rows, ({ module }) => module).map(([number, own]) => ({
        module: modules.find((each) => each.number === number) ?? null,
        ...sumOf(own),
      })),
      technicians: byTechnician
        ? byKey(rows, ({ assignee }) => assignee).flatMap(([username, own]) => {
            const technician = technicians.find((each) => each.username === username)
            return technician ? [{ technician, ...sumOf(own) }] : []
          })
        : null,
    }
  })
}

const NONE = {
  raised: 0,
  open: 0,
  waiting: 0,
  overdue: 0,
  kept: 0,
  late: 0,
  claimed: 0,
  returned: 0,
  rated: 0,
  stars: 0,
} satisfies Counted

const FIGURES = [
  'raised',
  'open',
  'waiting',
  'overdue',
  'kept',
  'late',
  'claimed',
  'returned',
  'rated',
  'stars',
] as const

type Part = Readonly<Partial<Counted>>

const sumOf = (parts: readonly Part[]): Counted => {
  const all = { ...NONE }
  for (const part of parts) for (const figure of FIGURES) all[figure] += part[figure] ?? 0
  return all
}

const sum = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((all, row) => all + row[name], 0)

/** Parts with the same key, ordered by the tickets raised and open, the most first. */
const byKey = <Each extends Part, Key>(parts: readonly Each[], key: (part: Each) => Key): [Key, Each[]][] =>
  [...Map.groupBy(parts, key)].toSorted(([, one], [, other]) => weight(other) - weight(one))

const weight = (parts: readonly Part[]): number => {
  const { raised, open } = sumOf(parts)
  return raised + open
}
