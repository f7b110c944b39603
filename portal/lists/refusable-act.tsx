import { type ReactNode, useId } from 'react'
import type { CustomerSentences } from '#contract/sentences-es.ts'
import { Tip } from '#ui/tip.tsx'
import { readerZone } from '../messages/reader-zone.ts'
import css from './refusable-act.module.css'

interface Refusal {
  readonly reason: keyof CustomerSentences['refusal']
  readonly until: Date | null
}

/** Why an act is refused, in the reader's language and zone. The server knows neither for sure. */
export const refusalSentence = (
  { refusal: words }: Pick<CustomerSentences, 'refusal'>,
  { reason, until }: Refusal,
): string => words[reason](until, readerZone())

interface ButtonProps {
  readonly 'aria-disabled': boolean
  readonly 'aria-describedby': string | undefined
  readonly 'data-refused': boolean | undefined
  readonly className: string | undefined
  readonly onClick: () => void
}

/**
 * A control that may be refused: it stays reachable by keyboard and says why. The button spreads the given props.
 * `name` is shown as well if the button has no words.
 */
export function RefusableAct({
  name,
  refusal,
  onAct,
  children,
}: {
  name?: string | undefined
  refusal: string | null
  onAct: () => void
  children: (props: ButtonProps) => ReactNode
}) {
  const reasonId = useId()
  const button = children({
    'aria-disabled': refusal !== null,
    'aria-describedby': refusal === null ? undefined : reasonId,
    'data-refused': refusal === null ? undefined : true,
    className: css.act,
    onClick: () => refusal === null && onAct(),
  })
  const tip = (
    <>
      {name && <strong aria-hidden>{name}</strong>}
      {refusal !== null && (
        <span id={reasonId} className={name ? css.reason : undefined}>
          {refusal}
        </span>
      )}
    </>
  )
  return <Tip tip={(name || refusal !== null) && tip}>{button}</Tip>
}
