import { expect, test } from 'vitest'
import { manualsAddress } from './manuals-search.ts'
import { type Groups, manualTabs, placeOf, releaseTabs, shownTab } from './shelves.ts'

const link = (document: string) => ({ name: document, document, kind: 'manual' as const, summary: '', since: null })
const group = (id: string, ...documents: string[]): Groups[number] => ({
  id,
  title: `Title of ${id}`,
  date: null,
  sections: documents.map((document) => ({ title: document, links: [link(document)] })),
})

const manuals = manualTabs([group('re', 'manuales/a', 'manuales/b', 'manuales/c'), group('portal', 'manuales/d')])
const releases = releaseTabs({
  re: [group('V031', 'versiones/x'), group('V030', 'versiones/y')],
  bc2016: [],
  bc365: [],
})

test('a shelf without documents has no tab', () => {
  expect([...manuals, ...releases].map(({ id }) => id)).toEqual(['re', 'portal', 'versiones-re'])
  expect(manualTabs([])).toEqual([])
})

test('the tab is the one in the address, else the first one of its list, else any', () => {
  const tabs = [...manuals, ...releases]
  expect(shownTab(tabs, 'manuals', undefined)?.id).toBe('re')
  expect(shownTab(tabs, 'releases', undefined)?.id).toBe('versiones-re')
  expect(shownTab(tabs, 'manuals', 'versiones-re')?.id).toBe('versiones-re')
  expect(shownTab(tabs, 'releases', 'bc')?.id).toBe('versiones-re')
  expect(shownTab(manuals, 'releases', undefined)?.id).toBe('re')
  expect(shownTab([], 'manuals', 're')).toBeUndefined()
})

test('a document’s neighbours are those of its tab, over its groups', () => {
  const names = (document: string) => {
    const place = placeOf([...manuals, ...releases], document)
    return [place?.tab.id, place?.previous?.document, place?.next?.document]
  }
  expect(names('manuales/a')).toEqual(['re', undefined, 'manuales/b'])
  expect(names('manuales/c')).toEqual(['re', 'manuales/b', undefined])
  expect(names('versiones/y')).toEqual(['versiones-re', 'versiones/x', undefined])
  expect(placeOf(manuals, 'manuales/z')).toBeUndefined()
})

test('search words may be a number, and are never longer than the service takes', () => {
  expect(manualsAddress.kept({ buscar: 303, pestana: 'apps' })).toEqual({ buscar: '303', pestana: 'apps' })
  expect(manualsAddress.kept({ buscar: '  ', pestana: ['x'] })).toEqual({ buscar: undefined, pestana: undefined })
  expect(manualsAddress.kept({ buscar: 'x'.repeat(300) }).buscar).toHaveLength(200)
})
