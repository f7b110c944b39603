import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconInbox, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { onTopDialogChange, topDialog } from './dialog-stack.ts'
import { useNetwork } from './network.ts'
import styles from './states.module.css'
import { useUiWords } from './words.tsx'

/** An empty list or screen, with the possible next steps. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className={styles.state}>
    <IconInbox className={styles.icon} size={40} stroke={1.4} aria-hidden />
    <p className={styles.title}>{title}</p>
    {children && <div className={styles.text}>{children}</div>}
    {action}
  </div>
)

export function LoadingState({ label }: { label?: string }) {
  const words = useUiWords()
  const online = useNetwork()
  return (
    <div className={styles.state} role="status">
      <Loader size="sm" aria-hidden />
      <p className={styles.text}>{online ? (label ?? words.loading) : words.opensOnline}</p>
    </div>
  )
}

/**
 * Says, in its place, that something could not be loaded, with «Reintentar». `wholePage`: nothing else is on the page,
 * so its message is the heading.
 */
export function ErrorState({
  text,
  onRetry,
  busy = false,
  wholePage = false,
  children,
}: {
  text: string
  /** Absent if another try would change nothing. */
  onRetry?: (() => void) | undefined
  busy?: boolean
  wholePage?: boolean
  /** Another place to go to. */
  children?: ReactNode
}) {
  const words = useUiWords()
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div className={styles.state} role="alert">
      <IconAlertCircle className={styles.errorIcon} size={40} stroke={1.4} aria-hidden />
      <Title className={styles.title}>{text}</Title>
      {onRetry && (
        <Button variant="default" onClick={onRetry} loading={busy}>
          {words.retry}
        </Button>
      )}
      {children}
    </div>
  )
}

/** A line on top while the browser has no network. A modal dialog hides what is outside, so the topmost one contains it. */
export function OfflineNotice() {
  const words = useUiWords()
  const online = useNetwork()
  const dialog = useSyncExternalStore(onTopDialogChange, topDialog)
  const notice = (
    <div role="status" className={styles.network}>
      {!online && (
        <p className={styles.offline}>
          <IconWifiOff size={18} aria-hidden /> {words.offline}
        </p>
      )}
    </div>
  )
  return dialog ? createPortal(notice, dialog) : notice
}
