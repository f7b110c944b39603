import { Suspense } from 'react'
import { part } from '#ui/part.tsx'
import css from './later-search-button.module.css'

const { Part } = part(async () => (await import('./search-button.tsx')).SearchButton)

/** The button of the search. No screen waits for its code; its place is kept free. */
export const SearchButton = () => (
  <span className={css.place}>
    <Suspense>
      <Part />
    </Suspense>
  </span>
)
