import { Button, CloseButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { part } from '#ui/part.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import css from './list-filter.module.css'
import type { FilterChoices } from './list-filter-dialog.tsx'
import { type ListFilter, NO_FILTER, isFiltered } from './tickets-search.ts'

export const filterDialog = () => import('./list-filter-dialog.tsx')
const ListFilterDialog = part(async () => (await filterDialog()).ListFilterDialog).Part

interface Props extends FilterChoices {
  /** The only state of a list: shown, but not removable. */
  readonly onlyState?: string | undefined
  readonly onApply: (filter: ListFilter) => void
  /** Beside the filter. */
  readonly children?: ReactNode
}

/** «Filtrar», and the parts of the applied filter, each of which can be removed (spec §2). */
export function ListFilterBar({ onlyState, onApply, children, ...choices }: Props) {
  const { filter: words } = useMessages().tickets
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={css.bar}>
      <Button
        ref={button}
        variant="default"
        size="sm"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {words.title}
      </Button>
      <Applied
        {...choices}
        onlyState={onlyState}
        onApply={(filter) => {
          onApply(filter)
          // The chip that had the focus is gone.
          button.current?.focus()
        }}
      />
      {children}
      <Suspense fallback={null}>
        {asking && (
          <ListFilterDialog
            {...choices}
            onApply={(filter) => {
              setAsking(false)
              onApply(filter)
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function Applied({ filter, numberLabel, states, onlyState, onApply }: Props) {
  const { filter: words } = useMessages().tickets
  const { day } = useFormat()
  const labelId = useId()
  const chips: readonly (readonly [part: keyof ListFilter, text: string | null])[] = [
    ['number', filter.number ? words.byNumber(numberLabel, filter.number) : null],
    ['from', filter.from && words.since(day(filter.from))],
    ['to', filter.to && words.until(day(filter.to))],
    ['state', filter.state && words.byState(states?.[filter.state] ?? filter.state)],
    ['turn', filter.turn && words.turn[filter.turn]],
    ['all', filter.all ? words.all : null],
    ['mine', filter.mine ? words.mine : null],
  ]
  return (
    <div className={css.applied}>
      <span id={labelId}>{words.showing}</span>
      {!onlyState && !isFiltered(filter) ? (
        <span className={css.nothing}>{words.nothing}</span>
      ) : (
        <ul className={css.chips} aria-labelledby={labelId}>
          {onlyState && <li className={css.chip}>{words.byState(onlyState)}</li>}
          {chips.map(
            ([part, text]) =>
              text && (
                <li key={part} className={css.chip} data-removable>
                  {text}
                  <CloseButton
                    size={24}
                    iconSize={14}
                    aria-label={words.remove(text)}
                    onClick={() => onApply({ ...filter, [part]: NO_FILTER[part] })}
                  />
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}
