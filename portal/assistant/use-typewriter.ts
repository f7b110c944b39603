import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** spec §9. */
const MS_A_CHARACTER = 1

/** The visible length of a growing text: about a character a millisecond, or all of it with reduced motion. */
export function useTypewriter(text: string, begun = 0): string {
  const [shown, setShown] = useState(begun)
  const instant = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const isTyping = !instant && shown < text.length
  useEffect(() => {
    if (!isTyping) return undefined
    let last = performance.now()
    let frame = requestAnimationFrame(function type(now) {
      const count = Math.floor((now - last) / MS_A_CHARACTER)
      last += count * MS_A_CHARACTER
      setShown((before) => before + count)
      frame = requestAnimationFrame(type)
    })
    return () => cancelAnimationFrame(frame)
  }, [isTyping])
  return instant ? text : text.slice(0, shown)
}
