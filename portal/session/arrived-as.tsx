import { Button, CloseButton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { leave } from '../layout/own-shell.tsx'
import { useEntranceMessages } from '../messages/language.ts'
import { actsFor, nameOf, useSession } from './session-store.ts'
import styles from './arrived-as.module.css'
import { useEntry } from './entry.ts'

const SHOWN_MS = 600_000

/**
 * Shows the person that a link identified, because it may be another person's link. It stays above the first screen until it is
 * dismissed, the person moves on to another screen, or ten minutes have passed.
 */
export function ArrivedAs() {
  const session = useSession()
  const entered = useEntry().is === 'done'
  const { history } = useRouter()
  const [told, setTold] = useState(false)
  const shown = entered && !told
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setTold(true), SHOWN_MS)
    // Returning to a remembered place replaces the address: only the person's own steps count.
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'PUSH') setTold(true)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [shown, history])
  const { entry, ui } = useEntranceMessages()
  if (!shown || session.is !== 'open') return null
  const name = nameOf(session.account)
  const clients = actsFor(session.account).filter((client) => client !== name)
  return (
    <aside className={styles.line} aria-label={entry.arrivedTitle}>
      <p className={styles.text}>{entry.arrivedAs(name, clients.join(' · '))}</p>
      <Button variant="subtle" size="compact-sm" onClick={() => leave({ notMe: true })}>
        {entry.notMe}
      </Button>
      <CloseButton size="md" aria-label={ui.dismissAlert} onClick={() => setTold(true)} />
    </aside>
  )
}
