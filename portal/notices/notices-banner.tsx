import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { upTo } from '#ui/breakpoints.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useAccount } from '../session/account-store.ts'
import styles from './notices-banner.module.css'
import { noticesQuery } from './notices-query.ts'

/** The provider's notices for this application and version. A dismissed one stays away for the session. */
export function NoticesBanner() {
  const { notices: words } = useMessages().pages
  const { data: notices = [] } = useQuery(noticesQuery(useLanguage()))
  const { isPutAway, putAway } = usePutAway()
  const shown = notices.filter((notice) => !isPutAway(notice))
  return (
    // Rendered while still empty, so that screen readers read what comes.
    <div aria-live="polite">
      {shown.length > 0 && (
        <ul className={styles.notices} aria-label={words.title}>
          {shown.map((notice) => (
            <li key={notice.id} className={styles.notice}>
              <IconSpeakerphone size={20} aria-hidden />
              <NoticeText text={notice.text} />
              <CloseButton size="md" aria-label={words.putAway} onClick={() => putAway(notice)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** On a phone its first line, which unfolds: the screen is for what one came for. */
function NoticeText({ text }: { text: string }) {
  const words = useMessages().pages.notices
  const isPhone = useMediaQuery(upTo('phone'), false, { getInitialValueInEffect: false })
  const whole = (
    <>
      <strong>{words.notice}</strong> {text}
    </>
  )
  if (!isPhone) return <p className={styles.text}>{whole}</p>
  return (
    <details className={styles.folded}>
      <summary className={styles.text}>{whole}</summary>
    </details>
  )
}

interface Told {
  readonly id: number
  readonly until: Date
}

/** For this person, in this tab until it closes. A notice whose dates changed is shown again. */
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
