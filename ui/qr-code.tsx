import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** The empty margin that cameras need, in modules. */
const QUIET_ZONE = 4

/** A text for a phone's camera. Always dark on light, as readers expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, outline } = useMemo(() => drawn(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={styles.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={outline} />
    </svg>
  )
}

/** Every dark module as a square of its own. */
function drawn(text: string): { size: number; outline: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, outline: squares.join('') }
}
