import { piecesOf } from '#domain/search/search.ts'
import css from './search.module.css'

/** The part of a text with the search words, which are marked. */
export const Fragment = ({ of }: { of: string }) => (
  <span className={css.fragment}>
    {piecesOf(of).map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))}
  </span>
)
