import { Button } from '@mantine/core'
import { FOUND_ON_PAGE } from '#domain/search/search.ts'
import type { FoundWords } from './found-words.ts'
import css from './search.module.css'

interface Props {
  readonly page: number
  /** The hits of this page. */
  readonly shown: number
  readonly total: number
  readonly words: FoundWords
  readonly onTurn: (page: number) => void
}

/** Turns the pages of one kind's hits; nothing if all stand on one. */
export function FoundPages({ page, shown, total, words, onTurn }: Props) {
  if (total <= FOUND_ON_PAGE) return null
  const before = (page - 1) * FOUND_ON_PAGE
  return (
    <div className={css.turning}>
      <Button variant="default" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {words.previous}
      </Button>
      <span>{words.of(before + 1, before + shown, total)}</span>
      <Button variant="default" disabled={before + shown >= total} onClick={() => onTurn(page + 1)}>
        {words.next}
      </Button>
    </div>
  )
}
