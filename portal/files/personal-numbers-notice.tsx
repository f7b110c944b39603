import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { personalNumbersIn, withoutNumbers } from '#domain/masked-text.ts'
import css from './personal-numbers-notice.module.css'
import { useFileWords } from './file-words.ts'

/** A text that somebody is writing. */
export interface WrittenText {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Offers to mask personal numbers in a text, with one press and undo. It stops nobody. */
export function PersonalNumbersNotice({ text, onChange }: WrittenText) {
  const { numbers: words } = useFileWords()
  const [left, setLeft] = useState<readonly string[]>([])
  const [masked, setMasked] = useState<{ readonly before: string; readonly after: string } | null>(null)
  const found = personalNumbersIn(text).filter(({ from, to }) => !left.includes(text.slice(from, to)))
  const kinds = [...new Set(found.map(({ kind }) => words[kind]))].join(words.and)
  // Once somebody has written on, undo would lose text.
  const isMasked = masked?.after === text
  return (
    <div role="status">
      {found.length > 0 && (
        <p className={css.notice}>
          <IconShieldLock size={18} aria-hidden />
          <span className={css.words}>{words.found(kinds)}</span>
          <span className={css.acts}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                const after = withoutNumbers(text, found)
                setMasked({ before: text, after })
                onChange(after)
              }}
            >
              {words.mask}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => setLeft([...left, ...found.map(({ from, to }) => text.slice(from, to))])}
            >
              {words.leave}
            </Button>
          </span>
        </p>
      )}
      {found.length === 0 && isMasked && (
        <p className={css.notice}>
          <IconShieldLock size={18} aria-hidden />
          <span className={css.words}>{words.masked}</span>
          <Button size="compact-sm" variant="default" onClick={() => onChange(masked.before)}>
            {words.undo}
          </Button>
        </p>
      )}
    </div>
  )
}
