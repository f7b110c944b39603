import { Badge, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Fact, Facts } from '#ui/facts.tsx'
import { useNow } from '#browser/live/use-now.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import css from './row-parts.module.css'

/** The number that identifies a row. */
export const RowNumber = ({ children }: { children: ReactNode }) => <strong className={css.number}>{children}</strong>

/** At most two lines of a title; the whole title appears on hover and in the opened record. Extras stand beside it. */
export const RowTitle = ({ title, strong, children }: { title: string; strong?: boolean; children?: ReactNode }) => (
  <span className={css.titleLine}>
    <span className={css.title} title={title} data-strong={strong || undefined}>
      {title}
    </span>
    {children}
  </span>
)

/** A state as a word; the colour only supports it. */
export const StateBadge = ({ colour, children }: { colour: string; children: ReactNode }) => (
  <Badge variant="light" size="sm" color={colour} tt="none" className={css.badge}>
    {children}
  </Badge>
)

/** The date, and the hour below it. */
export function Moment({ at }: { at: Date | null }) {
  const { list } = useMessages().tickets
  const { date, time } = useFormat()
  if (!at) return <Nothing words={list.noDate} />
  return (
    <time dateTime={at.toISOString()} className={css.moment}>
      {date(at)} <span>{time(at)}</span>
    </time>
  )
}

/**
 * How long ago: the only date of a row that people compare with now. While the pointer is over it, or the keyboard is
 * in its row, the exact date takes its place. Only the exact one is read aloud.
 */
export function Ago({ at }: { at: Date }) {
  const { date, time, ago } = useFormat()
  const now = useNow()
  return (
    <time dateTime={at.toISOString()} className={css.ago}>
      <span className={css.relative} aria-hidden>
        {ago(at, now)}
      </span>
      <span className={`${css.exact} ${css.moment}`}>
        {date(at)} <span>{time(at)}</span>
      </span>
    </time>
  )
}

/** A day without an hour. */
export function Day({ day }: { day: string | null }) {
  const { list } = useMessages().tickets
  const format = useFormat()
  if (!day) return <Nothing words={list.noDate} />
  return (
    <time dateTime={day} className={css.moment}>
      {format.day(day)}
    </time>
  )
}

/** An empty cell, with words for people who do not see the dash. */
export const Nothing = ({ words }: { words: string }) => (
  <>
    <span aria-hidden>—</span>
    <VisuallyHidden>{words}</VisuallyHidden>
  </>
)

interface CardProps {
  readonly number: ReactNode
  readonly state?: ReactNode
  readonly title: ReactNode
  /** The table's columns as facts; those without a value are left out. */
  readonly facts: readonly Fact[]
  readonly actions?: ReactNode
}

/** A row on a phone. */
export const RowCard = ({ number, state, title, facts, actions }: CardProps) => (
  <>
    <div className={css.cardHead}>
      {number}
      {state}
    </div>
    <div className={css.cardTitle}>{title}</div>
    <Facts className={css.cardFacts} facts={facts} />
    {actions && <div className={css.cardActions}>{actions}</div>}
  </>
)
