import { CloseButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type Alert, alertsNow, dismissAlert, holdAlert, onAlertsChange, releaseAlert } from './alert-store.ts'
import styles from './alerts.module.css'
import { onTopDialogChange, topDialog } from './dialog-stack.ts'
import { useUiWords } from './words.tsx'

export { showAlert } from './alert-store.ts'

const ICONS = { error: IconAlertCircle, success: IconCircleCheck, warning: IconAlertTriangle }

/** The global alerts, at the bottom. A modal dialog makes everything outside it inert, so the topmost one contains them. */
export function Alerts() {
  const words = useUiWords()
  const alerts = useSyncExternalStore(onAlertsChange, alertsNow)
  const dialog = useSyncExternalStore(onTopDialogChange, topDialog)
  const region = (
    <section className={styles.region} aria-label={words.alerts}>
      {alerts.map((alert) => (
        <AlertBox key={alert.id} alert={alert} />
      ))}
    </section>
  )
  return dialog ? createPortal(region, dialog) : region
}

function AlertBox({ alert: { id, tone, text } }: { alert: Alert }) {
  const words = useUiWords()
  const Icon = ICONS[tone]
  return (
    <div
      className={styles.alert}
      data-tone={tone}
      onMouseEnter={() => holdAlert(id)}
      onMouseLeave={() => releaseAlert(id)}
      onFocus={() => holdAlert(id)}
      onBlur={() => releaseAlert(id)}
    >
      <Icon className={styles.icon} size={22} aria-label={words.tone[tone]} role="img" />
      <span className={styles.text} role={tone === 'success' ? 'status' : 'alert'}>
        {text}
      </span>
      <CloseButton className={styles.close} aria-label={words.dismissAlert} onClick={() => dismissAlert(id)} />
    </div>
  )
}
