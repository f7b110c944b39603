import { FIGURE_PERIODS } from '#domain/figures/figure-days.ts'
import { RATINGS } from '#domain/ticket.ts'
import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { moduleNumber } from '../../ticket-codec.ts'
import { boolean, consoleObject, count, day, identity, list, nullable, oneOf, text } from '../../wire.ts'
import { clientCode, colleague } from '../tickets.ts'

const rating = identity('none', z.int().check(z.minimum(1), z.maximum(RATINGS.length)))

/** The figures for all tickets, for each module and for each technician. Each counts tickets. */
const counted = {
  /** Raised in the period. */
  raised: count,
  /** Open now; those of them that wait for Support; and those of these whose promise is broken. */
  open: count,
  waiting: count,
  overdue: count,
  /** Tickets that got promised answers in the period: all of these in time, or not. */
  kept: count,
  late: count,
  /** Claimed in the period; rejected («No conforme») in it. */
  claimed: count,
  returned: count,
  /** Rated in the period, and the sum of their ratings. */
  rated: count,
  stars: count,
}

const days = { from: nullable(day), until: nullable(day) }

export const consoleFigures = {
  view: endpoint({
    method: 'GET',
    path: '/console/figures',
    summary:
      "The desk's figures of today, the last seven or the last ninety days; each leads to a list with as many rows",
    access: 'supervisor',
    input: consoleInput({ period: oneOf(FIGURE_PERIODS) }),
    data: consoleObject({
      from: day,
      until: day,
      total: consoleObject(counted),
      /** The tickets raised, by day or, over ninety days, by week. */
      inflow: list(consoleObject({ from: day, until: day, raised: count })),
      /** The open tickets, by the days on which they were raised, the youngest first. */
      ages: list(consoleObject({ ...days, open: count, waiting: count })),
      ratings: list(consoleObject({ rating, count })),
      /** Incidents and developments that a customer reported in the period as not working. */
      notWorking: consoleObject({ incidents: count, developments: count }),
      /** The minutes of the calls recorded in the period, and the clients with the most minutes. */
      calls: consoleObject({
        minutes: count,
        tickets: count,
        clients: list(
          consoleObject({
            client: consoleObject({ code: clientCode, name: text(200) }),
            minutes: count,
            tickets: count,
          }),
        ),
        /** More clients have minutes than are listed. */
        hasMore: boolean,
      }),
      modules: list(
        consoleObject({
          /** Null: tickets without a module. */
          module: nullable(consoleObject({ number: moduleNumber, name: text(100) })),
          ...counted,
        }),
      ),
      /** By assigned technician; null: the settings do not allow it. */
      technicians: nullable(list(consoleObject({ technician: colleague, ...counted }))),
    }),
  }),
}
