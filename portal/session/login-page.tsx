import { useEffect, useRef, useState } from 'react'
import { ownHeader } from '../layout/own-shell.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useEntranceMessages } from '../messages/language.ts'
import art from './login-art.svg'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'
import { SecurityNotice } from './security-notice.tsx'

/**
 * The security notice comes first (spec §2, Login). The form is for administrators; it opens at once for one who has just set a
 * password (`username`). `notMe`: they had come by another person's link.
 */
export function LoginPage({ username, notMe = false }: { username?: string | undefined; notMe?: boolean }) {
  const { entry, login } = useEntranceMessages()
  const [view, setView] = useState<'notice' | 'form'>(username === undefined ? 'notice' : 'form')
  const main = useRef<HTMLElement>(null)
  const shown = useRef(view)
  usePageTitle(login.title)
  // The button that changed the view is gone, and the focus with it.
  useEffect(() => {
    if (shown.current !== view) main.current?.querySelector<HTMLElement>('input, button')?.focus()
    shown.current = view
  }, [view])
  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        <img src={art} alt="" />
      </div>
      <div className={styles.side}>
        <header className={styles.header}>{ownHeader}</header>
        <main ref={main} tabIndex={-1} className={styles.main}>
          <h1 className={styles.title}>{login.title}</h1>
          {notMe && <p className={styles.strong}>{entry.notMeNext}</p>}
          {view === 'notice' ? (
            <SecurityNotice onForm={() => setView('form')} />
          ) : (
            <LoginForm username={username} onNotice={() => setView('notice')} />
          )}
        </main>
      </div>
    </div>
  )
}
