import { VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Fragment } from '#browser/search/fragment.tsx'
import { manuals } from '#contract/manuals.ts'
import { search } from '#contract/search.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { ALIKE_QUERY, AffectsMe } from '../manuals/affects-me.tsx'
import { addressOfDocument } from '../manuals/document-link.tsx'
import { useFormat } from '../messages/index.ts'
import { useAlikeMessages } from '../messages/problems/alike.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import css from './alike.module.css'

type Found = Data<typeof search.alike>

/** A person who pauses for this long wants to read. */
const PAUSE_MS = 800
const MOST_ASKED = 1500
const MOST_ASKED_OF_MANUALS = 200
const SHORTEST = 15
const TICKETS = 3
const PROBLEMS = 2

/** The fields that somebody is writing in. */
export interface AlikeProps {
  readonly title: string
  readonly text: string
  readonly module: number | null
}

/**
 * Records that say the same as the ticket in progress: problems of the product, the person's own open tickets, and the
 * manuals. They stand below the text and open in another tab, so that nothing is lost.
 */
export function Alike({ title, text, module }: AlikeProps) {
  const words = useAlikeMessages()
  const { limited } = useAccount()
  const asked = usePaused(`${title.trim()}\n${text.trim()}`.trim())
  const enabled = asked.length >= SHORTEST
  const { data } = useQuery({
    queryKey: [...ALIKE_QUERY, asked.slice(0, MOST_ASKED), module] as const,
    queryFn: ({ signal }) =>
      call(search.alike, { text: asked.slice(0, MOST_ASKED), module: module ?? undefined }, { signal }),
    ...QUIET,
    enabled,
  })
  const { data: sections } = useQuery({
    queryKey: [...ALIKE_QUERY, 'manuals', asked.slice(0, MOST_ASKED_OF_MANUALS)] as const,
    queryFn: ({ signal }) =>
      call(manuals.search, { text: asked.slice(0, MOST_ASKED_OF_MANUALS), whileWriting: 'yes' }, { signal }),
    ...QUIET,
    enabled: enabled && !limited,
  })
  const found = enabled && data
  const problems = found ? found.problems.slice(0, PROBLEMS) : []
  const tickets = found ? found.tickets.slice(0, TICKETS) : []
  const manual = (enabled && sections) || []
  const count = problems.length + tickets.length + manual.length
  return (
    <>
      <VisuallyHidden role="status">{count > 0 ? words.found(count) : ''}</VisuallyHidden>
      {count > 0 && (
        <section className={css.alike} aria-label={words.title}>
          <p className={css.title}>{words.found(count)}</p>
          <ul className={css.found}>
            {problems.map((problem) => (
              <ProblemAlike key={problem.problem} {...problem} />
            ))}
            {tickets.map(({ number, title: name, fragment }) => (
              <Item key={number} what={`${words.ticket(number)} · ${words.ticketHint}`}>
                <Elsewhere to={paths.tickets} params={{ atajo: 'lista' }} search={{ ticket: number }}>
                  {name}
                </Elsewhere>
                <Fragment of={fragment} />
              </Item>
            ))}
            {manual.map(({ document, section, title: name, sectionTitle }) => (
              <Item key={`${document} ${section}`} what={`${words.manual} · ${name}`}>
                <Elsewhere {...addressOfDocument(document)} hash={section}>
                  {sectionTitle}
                </Elsewhere>
              </Item>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** It is an offer: if it fails, or is slow, the form goes on without it. */
const QUIET = {
  placeholderData: keepPreviousData,
  staleTime: 60_000,
  retry: false,
  refetchOnWindowFocus: false,
} as const

function ProblemAlike(problem: Found['problems'][number]) {
  const words = useAlikeMessages()
  const { day } = useFormat()
  const { title, workaround, mendedVersion, plannedOn } = problem
  const when = [
    mendedVersion !== null && words.mendedVersion(mendedVersion),
    plannedOn !== null && words.plannedOn(day(plannedOn)),
  ].filter(Boolean)
  return (
    <Item what={[words.problem, ...when].join(' · ')}>
      <strong lang="es">{title}</strong>
      {workaround !== '' && (
        <p className={css.workaround}>
          {words.workaround} <span lang="es">{workaround}</span>
        </p>
      )}
      <AffectsMe {...problem} />
    </Item>
  )
}

const Item = ({ what, children }: { what: string; children: ReactNode }) => (
  <li className={css.item}>
    <span className={css.what}>{what}</span>
    {children}
  </li>
)

/** In another tab, so that the typed text stays. */
function Elsewhere({ children, ...link }: LinkProps & { children: ReactNode }) {
  const words = useAlikeMessages()
  return (
    <Link {...link} target="_blank" className={css.link}>
      {children} <span className={css.what}>{words.otherTab}</span>
    </Link>
  )
}

/** The text at the last pause. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
