import type { ReactNode } from 'react'

export type Fact = readonly [term: string, fact: ReactNode]

interface Props {
  readonly facts: readonly Fact[]
  readonly label?: string
  readonly className?: string | undefined
}

/** Facts beside their terms; those without a value are left out. */
export const Facts = ({ facts, label, className }: Props) => (
  <dl aria-label={label} className={className}>
    {facts.map(
      ([term, fact]) =>
        fact && (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ),
    )}
  </dl>
)
