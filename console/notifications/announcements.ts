export interface News {
  readonly id: number
  readonly title: string
  readonly text: string
}

interface Ways {
  readonly onDesktop: boolean
  readonly bySound: boolean
  readonly onOpen: () => void
}

/** Announces a notification in one tab of the browser. It goes to the desktop only if no tab is in sight. */
export async function announce({ id, title, text }: News, { onDesktop, bySound, onOpen }: Ways): Promise<void> {
  if (!(await isFirstTab(id))) return
  if (onDesktop && document.hidden) {
    const notice = new Notification(title, { body: text, tag: `notification-${id}` })
    notice.addEventListener('click', () => {
      globalThis.focus()
      notice.close()
      onOpen()
    })
  }
  if (bySound) beep()
}

const LAST = 'consola-avisado'
/**
 * The other tabs wait this long for a tab in sight that somebody has touched: browsers let no other one make a sound.
 */
const AFTER_OTHERS_MS = 1000
/**
 * A sleeping tab may learn of a notification this late. An older number may belong to a database that has been restored
 * since.
 */
const REMEMBERED_MS = 86_400_000

/** Whether no other tab of this browser has announced this notification or a newer one. From then on this tab has. */
async function isFirstTab(id: number): Promise<boolean> {
  const isTouched = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive
  if (document.hidden || !isTouched) await new Promise((resolve) => setTimeout(resolve, AFTER_OTHERS_MS))
  const take = () => {
    const [last = 0, at = 0] = (localStorage.getItem(LAST) ?? '').split(' ').map(Number)
    if (last >= id && Date.now() - at < REMEMBERED_MS) return false
    localStorage.setItem(LAST, `${id} ${Date.now()}`)
    return true
  }
  // Browsers offer locks at secure addresses alone.
  return 'locks' in navigator ? navigator.locks.request(LAST, take) : take()
}

const SECONDS = 0.18

export function beep(): void {
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
