import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MAIL_STATES } from '#contract/mail.ts'
import masters from '../masters/masters.module.css'
import { useOutboxMessages } from '../messages/outbox.ts'
import { paths } from '../paths.ts'
import styles from './outbox-page.module.css'
import { type OutboxFilter, isNarrowed, listAddressOf, outboxAddress } from './outbox-search.ts'

interface Props {
  readonly filter: OutboxFilter
  readonly kinds: Readonly<Record<string, string>>
  /** The kinds of customers' mails only. */
  readonly children?: (field: (name: keyof OutboxFilter) => object) => ReactNode
}

/** The filter of the list of mails, which stands in the address. */
export function OutboxFilters({ filter, kinds, children }: Props) {
  const words = useOutboxMessages()
  const navigate = useNavigate()
  const narrow = (part: Readonly<Partial<Record<keyof OutboxFilter, string>>>) =>
    void navigate({
      to: paths.outbox,
      search: outboxAddress.changed(outboxAddress.written(filter), part),
      replace: true,
    })
  const field = (name: keyof OutboxFilter) => ({
    size: 'xs',
    // The value in the address; another address resets the field.
    key: `${name} ${filter[name] ?? ''}`,
    defaultValue: String(filter[name] ?? ''),
    onBlur: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (currentTarget.value !== String(filter[name] ?? '')) narrow({ [name]: currentTarget.value })
    },
  })
  const choice = (name: 'state' | 'kind') => ({
    size: 'xs',
    value: filter[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLSelectElement }) => narrow({ [name]: currentTarget.value }),
  })
  return (
    <form
      role="search"
      aria-label={words.search}
      className={masters.filters}
      onSubmit={(event) => {
        event.preventDefault()
        // Takes a field's text when the field loses the focus.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      }}
    >
      <TextInput {...field('search')} className={styles.reader} label={words.reader} maxLength={100} data-list-search />
      {children?.(field)}
      <NativeSelect
        {...choice('state')}
        label={words.state}
        data={[{ value: '', label: words.any }, ...MAIL_STATES.map((value) => ({ value, label: words.states[value] }))]}
      />
      <NativeSelect
        {...choice('kind')}
        label={words.kind}
        data={[{ value: '', label: words.any }, ...Object.entries(kinds).map(([value, label]) => ({ value, label }))]}
      />
      <TextInput {...field('from')} type="date" label={words.from} />
      <TextInput {...field('until')} type="date" label={words.until} />
      <Button type="submit" size="xs" variant="default">
        {words.submit}
      </Button>
      {isNarrowed(filter) && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void navigate({ to: paths.outbox, search: listAddressOf(filter.to), replace: true })}
        >
          {words.clear}
        </Button>
      )}
    </form>
  )
}
