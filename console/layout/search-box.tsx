import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import styles from './search-box.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The number was typed into the search. If no ticket has it, the search looks for other records with it, such as a
     * client.
     */
    readonly searched?: boolean
  }
}

/**
 * A number opens its ticket, if there is one. Any other text is searched for everywhere. Enter in the empty box opens
 * the search.
 */
export function SearchBox() {
  const { layout } = useMessages()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')

  function search(event: FormEvent) {
    event.preventDefault()
    const wanted = typed.trim().replace(/^#/, '')
    if (/^\d{1,12}$/.test(wanted))
      void navigate({ to: paths.ticket, params: { number: wanted }, state: { searched: true } })
    else void navigate({ to: paths.search, search: { q: wanted || undefined } })
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
