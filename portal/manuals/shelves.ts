import type { Data } from '#contract/endpoint.ts'
import type { manuals } from '#contract/manuals.ts'

export type Groups = Data<typeof manuals.groups>
export type Release = Groups[number]
export type ShelfLink = Groups[number]['sections'][number]['links'][number]

/** The two lists, each with an address of its own; both show all tabs. */
export type Shelf = 'manuals' | 'releases'

/** A tab: manuals by group, or a product line's versions, newest first. */
export interface Tab {
  readonly shelf: Shelf
  /** Its name in the address. */
  readonly id: string
  readonly title: string
  readonly groups: Groups
}

export const MAIN_RELEASES = 'versiones-re'

/** Known problems' name in the address, among the versions' notes. */
export const KNOWN_PROBLEMS = 'problemas-conocidos'

/** The tabs for the caller: only documents that the server lists have one. */
export const manualTabs = (groups: Groups): Tab[] =>
  groups.map((group) => ({ shelf: 'manuals', id: group.id, title: group.title, groups: [group] }))

export const releaseTabs = (lines: { readonly re: Groups; readonly bc2016: Groups; readonly bc365: Groups }): Tab[] =>
  [
    { id: MAIN_RELEASES, groups: lines.re },
    { id: 'versiones-bc2016', groups: lines.bc2016 },
    { id: 'versiones-bc365', groups: lines.bc365 },
  ].flatMap(({ id, groups }) => (groups.length > 0 ? [{ shelf: 'releases' as const, id, title: id, groups }] : []))

/** The tab in the address, else the first of its list. */
export const shownTab = (tabs: readonly Tab[], shelf: Shelf, asked: string | undefined): Tab | undefined =>
  tabs.find(({ id }) => id === asked) ?? tabs.find((tab) => tab.shelf === shelf) ?? tabs[0]

export interface Place {
  readonly tab: Tab
  readonly previous: ShelfLink | undefined
  readonly next: ShelfLink | undefined
}

/** A document's neighbours in its tab. */
export function placeOf(tabs: readonly Tab[], document: string): Place | undefined {
  for (const tab of tabs) {
    const links = tab.groups.flatMap(({ sections }) => sections.flatMap((section) => section.links))
    const index = links.findIndex((link) => link.document === document)
    if (index >= 0) return { tab, previous: links[index - 1], next: links[index + 1] }
  }
  return undefined
}
