import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../messages/index.ts'
import { useFigureMessages } from './figure-messages.ts'
import type { Figures } from './figure-queries.ts'
import styles from './figures-page.module.css'

interface FigureProps {
  readonly term: string
  readonly value: number
  readonly link: LinkProps
  readonly beside?: string | null
}

/** A number with its name, which leads to its list. */
export function Figure({ term, value, link, beside }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{term}</dt>
      <dd>
        <Count of={term} value={value} link={link} large />
        {beside && <span className={styles.quiet}>{beside}</span>}
      </dd>
    </div>
  )
}

/** A number that leads to its list; zero leads nowhere. */
export function Count({ of, value, link, large }: { of: string; value: number; link: LinkProps; large?: boolean }) {
  const { number } = useFormat()
  const look = large ? styles.value : styles.number
  return value === 0 ? (
    <span className={look}>{number(0)}</span>
  ) : (
    <Link {...link} className={look} aria-label={`${of}: ${number(value)}`}>
      {number(value)}
    </Link>
  )
}

/** The mean of some ratings, in words; null without any. */
export function useMean() {
  const words = useFigureMessages()
  const { number } = useFormat()
  return ({ rated, stars }: Pick<Figures['total'], 'rated' | 'stars'>): string | null =>
    rated === 0 ? null : words.mean(number(Math.round((10 * stars) / rated) / 10))
}

interface TableProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
  readonly foot?: readonly ReactNode[]
}

/**
 * A table with names in the first column and numbers in the others. It scrolls by itself where it is wider than the
 * screen.
 */
export function FigureTable({ label, columns, rows, foot }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may be wider than the screen: the keyboard scrolls it here
    <div className={styles.scrolls} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              <th scope="row">{foot[0]}</th>
              {foot.slice(1).map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
