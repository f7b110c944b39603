import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { IconArrowRight, IconFilter } from '@tabler/icons-react'
import { Suspense, lazy, useId, useRef, useState } from 'react'
import { useFormat, useMessages } from '../messages/index.ts'
import css from './ticket-filter.module.css'
import { type ListFilter, type ListedTickets, NO_FILTER, isFiltered } from './tickets-search.ts'

export const filterDialog = () => import('./ticket-filter-dialog.tsx')
const TicketFilterDialog = lazy(() => filterDialog().then((chunk) => ({ default: chunk.TicketFilterDialog })))

interface Props {
  readonly listed: ListedTickets
  readonly onChange: (change: Partial<ListedTickets>) => void
  readonly onOpen: (ticket: number) => void
}

/** «Filtrar», what is applied (spec §2, each part removable), and a way to one ticket by its number. */
export function TicketFilterBar({ listed, onChange, onOpen }: Props) {
  const { filter: words } = useMessages().tickets
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const apply = (filter: ListFilter) => onChange({ filter, page: 1 })
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
        listed={listed}
        onRemove={(part) => {
          apply({ ...listed.filter, ...part })
          // The chip that had the focus is gone.
          button.current?.focus()
        }}
      />
      <ByNumber onOpen={onOpen} />
      <Suspense fallback={null}>
        {asking && (
          <TicketFilterDialog
            listed={listed}
            onApply={(filter) => {
              setAsking(false)
              apply(filter)
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function Applied({ listed, onRemove }: Pick<Props, 'listed'> & { onRemove: (part: Partial<ListFilter>) => void }) {
  const { filter: words, state } = useMessages().tickets
  const { day } = useFormat()
  const labelId = useId()
  const { filter, tab } = listed
  const chips: readonly (readonly [part: keyof ListFilter, text: string | null])[] = [
    ['number', filter.number ? words.byNumber(filter.number) : null],
    ['from', filter.from && words.since(day(filter.from))],
    ['to', filter.to && words.until(day(filter.to))],
    ['state', filter.state && words.byState(state[filter.state])],
    ['all', filter.all ? words.all : null],
    ['mine', filter.mine ? words.mine : null],
  ]
  return (
    <div className={css.applied}>
      <span id={labelId}>{words.showing}</span>
      {tab === 'in-progress' && !isFiltered(filter) ? (
        <span className={css.nothing}>{words.nothing}</span>
      ) : (
        <ul className={css.chips} aria-labelledby={labelId}>
          {tab === 'history' && <li className={css.chip}>{words.byState(state.closed)}</li>}
          {chips.map(
            ([part, text]) =>
              text && (
                <li key={part} className={css.chip} data-removable>
                  {text}
                  <CloseButton
                    size="sm"
                    aria-label={words.remove(text)}
                    onClick={() => onRemove({ [part]: NO_FILTER[part] })}
                  />
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}

/** Opens a ticket whose number is known, whichever list it stands in. */
function ByNumber({ onOpen }: Pick<Props, 'onOpen'>) {
  const { filter: words } = useMessages().tickets
  const [digits, setDigits] = useState('')
  const number = Number(digits)
  return (
    <form
      role="search"
      className={css.byNumber}
      onSubmit={(event) => {
        event.preventDefault()
        if (number > 0) onOpen(number)
      }}
    >
      <TextInput
        size="sm"
        inputMode="numeric"
        aria-label={words.openByNumber}
        placeholder={words.openByNumber}
        maxLength={MAX_DIGITS}
        value={digits}
        onChange={({ currentTarget }) => setDigits(currentTarget.value.replaceAll(/\D/g, ''))}
        rightSection={
          <ActionIcon type="submit" variant="subtle" aria-label={words.open} disabled={number === 0}>
            <IconArrowRight size={18} aria-hidden />
          </ActionIcon>
        }
      />
    </form>
  )
}

/** The longest number that an address takes. */
const MAX_DIGITS = 15
