export type Tone = 'error' | 'success' | 'warning'

export interface Alert {
  readonly id: number
  readonly tone: Tone
  readonly text: string
}

/** spec §9: alerts leave by themselves after 4 s, those of success after 3 s. */
const ALERT_MS: Readonly<Record<Tone, number>> = { error: 4000, warning: 4000, success: 3000 }

const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let alerts: readonly Alert[] = []
let lastId = 0

/**
 * Shows a sentence at the bottom of the screen. A sentence already shown is not repeated: its time starts again. A success
 * removes earlier errors, unless somebody is reading them; further errors are added.
 */
export function showAlert(tone: Tone, text: string): void {
  const same = alerts.find((alert) => alert.text === text)
  if (same && same.tone === tone) {
    if (timers.has(same.id)) startTimer(same)
    return
  }
  const alert = { id: ++lastId, tone, text }
  const isOver = (other: Alert) =>
    other === same || (tone !== 'error' && other.tone === 'error' && timers.has(other.id))
  const over = alerts.filter(isOver)
  for (const { id } of over) holdAlert(id)
  change([...alerts.filter((other) => !over.includes(other)), alert])
  startTimer(alert)
}

export function dismissAlert(id: number): void {
  holdAlert(id)
  change(alerts.filter((alert) => alert.id !== id))
}

/** The alert stays while it is hovered or focused (api.md). */
export function holdAlert(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export function releaseAlert(id: number): void {
  const alert = alerts.find((candidate) => candidate.id === id)
  if (alert) startTimer(alert)
}

export const alertsNow = (): readonly Alert[] => alerts

export function onAlertsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function startTimer({ id, tone }: Alert): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissAlert(id), ALERT_MS[tone]),
  )
}

function change(next: readonly Alert[]): void {
  alerts = next
  for (const listener of listeners) listener()
}
