import { ActionIcon, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import css from './list-filter.module.css'
import { useOpenTicket } from './use-listed.ts'

/** Opens a ticket by its number, whichever list it is in. */
export function OpenByNumber() {
  const { filter: words } = useMessages().tickets
  const open = useOpenTicket()
  const [digits, setDigits] = useState('')
  const number = Number(digits)
  return (
    <form
      role="search"
      className={css.byNumber}
      onSubmit={(event) => {
        event.preventDefault()
        if (number > 0) open(number)
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
