import { CloseButton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useAccount } from '../session/session-store.ts'
import styles from './notices-banner.module.css'
import { noticesQuery } from './notices-query.ts'

/** The provider's notices for this application and version: a line each, which unfolds. A dismissed one stays away for the session. */
export function NoticesBanner() {
  const { notices: words } = useMessages().pages
  const { data: notices = [] } = useQuery(noticesQuery(useLanguage()))
  const { isPutAway, putAway } = usePutAway()
  const shown = notices.filter((notice) => !isPutAway(notice))
  return (
    // Rendered while still empty, so that screen readers announce notices that arrive.
    <div aria-live="polite">
      {shown.length > 0 && (
        <ul className={styles.notices} aria-label={words.title}>
          {shown.map((notice) => (
            <li key={notice.id} className={styles.notice}>
              <IconSpeakerphone size={20} aria-hidden />
              <details className={styles.text}>
                <summary>
                  <strong>{words.notice}</strong> {notice.text}
                </summary>
              </details>
              <CloseButton size="md" aria-label={words.putAway} onClick={() => putAway(notice)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface Told {
  readonly id: number
  readonly until: Date
}

/** The dismissed notices of this person, in this tab until it closes. A notice whose dates changed is shown again. */
function usePutAway() {
  const { username, callingUser } = useAccount()
  const storedUnder = `avisos ${username} ${callingUser}`
  const [away, setAway] = useState(() => (sessionStorage.getItem(storedUnder) ?? '').split(','))
  const keyOf = ({ id, until }: Told) => `${id} ${until.getTime()}`
  return {
    isPutAway: (notice: Told) => away.includes(keyOf(notice)),
    putAway: (notice: Told) => {
      const next = [...away, keyOf(notice)]
      sessionStorage.setItem(storedUnder, next.join(','))
      setAway(next)
    },
  }
}
