import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../messages/index.ts'
import css from './counted-tabs.module.css'

interface Tab<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly count: number | undefined
  /** The number of these that have something unread. */
  readonly unread?: number | undefined
}

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  /** `count` is undefined until it is known. */
  readonly tabs: readonly Tab<Value>[]
  /** Tabs within a tab look like a switch. */
  readonly secondary?: boolean
  readonly onChange: (value: Value) => void
  /** On the line of the tabs. */
  readonly aside?: ReactNode
  /** The current tab's panel. */
  readonly children: ReactNode
}

/** Tabs with counters. */
export function CountedTabs<Value extends string>({
  label,
  value,
  tabs,
  secondary = false,
  onChange,
  aside,
  children,
}: Props<Value>) {
  const { page } = useMessages().tickets
  return (
    <Tabs
      value={value}
      variant={secondary ? 'pills' : 'default'}
      onChange={(chosen) => {
        const tab = tabs.find((one) => one.value === chosen)
        if (tab) onChange(tab.value)
      }}
    >
      <div className={css.line} data-secondary={secondary || undefined}>
        <Tabs.List aria-label={label} className={css.tabs}>
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.value}
              value={tab.value}
              className={css.tab}
              aria-label={tab.count === undefined ? undefined : page.counted(tab.title, tab.count, tab.unread ?? 0)}
            >
              {tab.title} <Count count={tab.count} active={tab.value === value} />
              {tab.unread !== undefined && tab.unread > 0 && (
                <span className={css.unread}>{page.unread(tab.unread)}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {aside}
      </div>
      {children}
    </Tabs>
  )
}

/** Keeps its place until the count is known, so that nothing moves. */
function Count({ count, active }: { count: number | undefined; active: boolean }) {
  const { number } = useFormat()
  return (
    <Badge
      component="span"
      size="sm"
      variant={active ? 'filled' : 'light'}
      color={active ? 'accent' : 'gray'}
      className={css.count}
      data-awaited={count === undefined || undefined}
    >
      {number(count ?? 0)}
    </Badge>
  )
}
