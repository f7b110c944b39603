import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, paths } from '../paths.ts'
import { queueAddress } from '../queue/queue-search.ts'
import styles from './search-box.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number came from the search: if no ticket has it, the list shows other records with it, such as a client. */
    readonly searched?: boolean
  }
}

/** A number opens its ticket if there is one; anything else opens the list of matches. */
export function SearchBox() {
  const { layout } = useMessages()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')

  function search(event: FormEvent) {
    event.preventDefault()
    const wanted = typed.trim().replace(/^#/, '')
    if (wanted === '') return
    if (/^\d{1,12}$/.test(wanted))
      void navigate({ to: paths.ticket, params: { number: wanted }, state: { searched: true } })
    else
      void navigate({
        to: paths.queue,
        params: { vista: VIEW_NAMES.open },
        search: queueAddress.written({ text: wanted }),
      })
    setTyped('')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  return (
    <form role="search" className={styles.form} onSubmit={search}>
      <TextInput
        id="busqueda"
        type="search"
        size="sm"
        aria-label={layout.search}
        placeholder={layout.searchHint}
        maxLength={200}
        leftSection={<IconSearch size={17} aria-hidden />}
        rightSection={<kbd className={styles.key}>/</kbd>}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setTyped('')
          event.currentTarget.blur()
        }}
      />
    </form>
  )
}
