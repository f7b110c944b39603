import type { News } from './announcements.ts'

// This browser's other ways to announce notifications, beside the bell.

const DESKTOP = 'consola-escritorio'
const SOUND = 'consola-sonido'

const isOn = (choice: string): boolean => localStorage.getItem(choice) === 'si'
const set = (choice: string, on: boolean): void => localStorage.setItem(choice, on ? 'si' : 'no')

const mayShow = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

export const tellsOnDesktop = (): boolean => isOn(DESKTOP) && mayShow()
export const tellsBySound = (): boolean => isOn(SOUND)

/** Asks the browser for permission, once and only after somebody chose it; false if it refuses. */
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

/** Announces a notification as somebody at this browser has chosen. */
export async function tell(news: News, onOpen: () => void): Promise<void> {
  if (!tellsOnDesktop() && !tellsBySound()) return
  const { announce } = await announcements()
  await announce(news, { onDesktop: tellsOnDesktop(), bySound: tellsBySound(), onOpen })
}

/** Loaded once somebody wants it. */
const announcements = () => import('./announcements.ts')
