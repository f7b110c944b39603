import { type FC, Suspense, lazy, useState } from 'react'
import type { WrittenText } from './personal-numbers-notice.tsx'

// Offline its code cannot load: the form goes on without it.
const Notice = lazy(async (): Promise<{ default: FC<WrittenText> }> => {
  try {
    return { default: (await import('./personal-numbers-notice.tsx')).PersonalNumbersNotice }
  } catch {
    return { default: () => null }
  }
})

/** The digits, close together, of the shortest number that the notice knows. */
const MAY_HOLD_ONE = /\d(?:[\s.-]?\d){6}/

/** The notice about personal numbers below a text; its code comes with the first text that may hold one. */
export function PersonalNumbers({ text, onChange }: WrittenText) {
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && MAY_HOLD_ONE.test(text)) setNeeded(true)
  return isNeeded ? (
    <Suspense>
      <Notice text={text} onChange={onChange} />
    </Suspense>
  ) : null
}
