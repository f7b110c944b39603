import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tickets } from '#contract/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { useExpectationMessages } from '../messages/expectation.ts'
import { TICKETS } from './ticket-queries.ts'
import css from './expectation.module.css'

type About = Input<typeof tickets.expectation>

const FRESH_MS = 60_000

export const expectationQuery = (about: About) =>
  queryOptions({
    queryKey: [...TICKETS, 'expectation', about] as const,
    queryFn: ({ signal }) => call(tickets.expectation, about, { signal }),
    staleTime: FRESH_MS,
  })

/** The expected times of a ticket, or of one being written, in one quiet line; nothing while they are unknown. */
export function Expectation({ about }: { about: About }) {
  const words = useExpectationMessages()
  const [now] = useState(() => new Date())
  const { data } = useQuery({ ...expectationQuery(about), retry: false })
  if (!data) return null
  const { nextOpening, answerBy, pace } = data
  const inHours = (minutes: number) => words.hours(Math.ceil(minutes / 60))
  const said = [
    nextOpening && answerBy && words.opens(nextOpening),
    answerBy && (answerBy > now ? words.answerBy : words.missed)(answerBy),
    pace && words.pace(inHours(pace.median), inHours(pace.mostly)),
  ].filter(Boolean)
  return said.length > 0 ? <p className={css.line}>{said.join(' ')}</p> : null
}
