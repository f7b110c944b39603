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
  if (on) beep()
}

/** Several tabs announce the same thing once: the browser replaces a notice with the same tag. */
export function tell({ id, title, text }: { id: number; title: string; text: string }, onOpen: () => void): void {
  if (tellsOnDesktop() && document.hidden) {
    const notice = new Notification(title, { body: text, tag: `notification-${id}` })
    notice.addEventListener('click', () => {
      globalThis.focus()
      notice.close()
      onOpen()
    })
  }
  if (tellsBySound()) beep()
}

const SECONDS = 0.18

function beep(): void {
  const sound = new AudioContext()
  const tone = sound.createOscillator()
  const volume = sound.createGain()
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0.08, sound.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + SECONDS)
  tone.connect(volume).connect(sound.destination)
  tone.addEventListener('ended', () => void sound.close())
  tone.start()
  tone.stop(sound.currentTime + SECONDS)
}
