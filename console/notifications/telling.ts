import type { News } from './announcements.ts'

// The ways in which this browser announces notifications, besides the bell.

const DESKTOP = 'consola-escritorio'
const SOUND = 'consola-sonido'

const isOn = (choice: string): boolean => localStorage.getItem(choice) === 'si'
const set = (choice: string, on: boolean): void => localStorage.setItem(choice, on ? 'si' : 'no')

const mayShow = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

export const tellsOnDesktop = (): boolean => isOn(DESKTOP) && mayShow()
export const tellsBySound = (): boolean => isOn(SOUND)

/**
 * Asks the browser for permission: once, and only after somebody has chosen this way. Returns false if the browser
 * refuses.
 */
export async function setDesktop(on: boolean): Promise<boolean> {
  const isAllowed =
    !on || mayShow() || ('Notification' in globalThis && (await Notification.requestPermission()) === 'granted')
  set(DESKTOP, on && isAllowed)
  return isAllowed
}

export function setSound(on: boolean): void {
  set(SOUND, on)
  if (on)
    void announcements().then(
      ({ beep }) => beep(),
      () => undefined,
    )
}

/** Announces a notification in the ways chosen in this browser. */
export async function tell(news: News, onOpen: () => void): Promise<void> {
  if (!tellsOnDesktop() && !tellsBySound()) return
  const { announce } = await announcements()
  await announce(news, { onDesktop: tellsOnDesktop(), bySound: tellsBySound(), onOpen })
}

/** Loaded once somebody uses it. */
const announcements = () => import('./announcements.ts')
