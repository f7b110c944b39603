// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FOUND_ON_PAGE } from '#domain/search/search.ts'
import { UI_WORDS } from '#ui/preview/sample-words.ts'
import { draw } from '../testing/draw.tsx'
import { foundEs } from './found-words.ts'
import { FoundPages } from './found-pages.tsx'

const onTurn = vi.fn<(page: number) => void>()
const open = (page: number, shown: number, total: number) =>
  draw(<FoundPages page={page} shown={shown} total={total} words={foundEs} onTurn={onTurn} />, UI_WORDS)
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

test('hits that fit on one page have no page buttons', () => {
  open(1, FOUND_ON_PAGE, FOUND_ON_PAGE)
  expect(button('Siguientes')).toBeNull()
})

test('the first page only leads on, the last only back, and each names its place', () => {
  const total = FOUND_ON_PAGE + 3
  const { unmount } = open(1, FOUND_ON_PAGE, total)
  expect([button('Anteriores')?.disabled, button('Siguientes')?.disabled]).toEqual([true, false])
  expect(screen.getByText(`1–${FOUND_ON_PAGE} de ${total}`)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Siguientes' }))
  expect(onTurn.mock.lastCall).toEqual([2])
  unmount()
  open(2, 3, total)
  expect([button('Anteriores')?.disabled, button('Siguientes')?.disabled]).toEqual([false, true])
  expect(screen.getByText(`${FOUND_ON_PAGE + 1}–${total} de ${total}`)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Anteriores' }))
  expect(onTurn.mock.lastCall).toEqual([1])
})
