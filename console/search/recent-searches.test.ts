// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { recentSearches, rememberSearch } from './recent-searches.ts'

beforeEach(() => sessionStorage.clear())

test('the newest comes first, each once, six at most', () => {
  for (const question of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', ' c3 ', '  ']) rememberSearch('sonia', question)
  expect(recentSearches('sonia')).toEqual(['c3', 'g7', 'f6', 'e5', 'd4', 'b2'])
})

test('another person who logs in there does not see them', () => {
  rememberSearch('sonia', 'nómina de Lucía')
  expect(recentSearches('raul')).toEqual([])
  rememberSearch('raul', 'remesa')
  expect(recentSearches('raul')).toEqual(['remesa'])
  expect(recentSearches('sonia')).toEqual([])
})

test.each(['', '{', '[]', '{"username":"sonia","questions":[1]}', 'null'])(
  'a stored «%s» counts as no searches',
  (kept) => {
    sessionStorage.setItem('busquedas', kept)
    expect(recentSearches('sonia')).toEqual([])
  },
)

test('a browser that forbids storage remembers nothing', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('forbidden')
    },
  })
  rememberSearch('sonia', 'remesa')
  expect(recentSearches('sonia')).toEqual([])
  vi.unstubAllGlobals()
})
