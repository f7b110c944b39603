import { useEffect } from 'react'
import { WORK_LISTS, type WorkList } from '../paths.ts'
import type { WorkSearch } from './work-search.ts'

/** Each list's filter and opened row, for going back. Kept in this tab until a reload. */
const searches = new Map<WorkList, WorkSearch>()
let opened: { readonly list: WorkList; readonly number: string } | null = null

export const rememberList = (list: WorkList, search: WorkSearch): void => void searches.set(list, search)
export const searchOfList = (list: WorkList): WorkSearch => searches.get(list) ?? {}

export function rememberOpened(list: WorkList, number: string): void {
  opened = { list, number }
}

/** Focuses the row that was opened from this list, once it is there. */
export function usePlaceInList(list: WorkList): void {
  useEffect(() => {
    if (opened?.list !== list) return undefined
    const address = `/trabajo/${WORK_LISTS[list]}/${opened.number}`
    opened = null
    const focus = () => {
      const row = document.querySelector<HTMLElement>(`[data-row][href$='${address}']`)
      row?.focus()
      return row !== null
    }
    if (focus()) return undefined
    const watcher = new MutationObserver(() => focus() && watcher.disconnect())
    watcher.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => watcher.disconnect(), GIVE_UP_MS)
    return () => {
      watcher.disconnect()
      clearTimeout(timer)
    }
  }, [list])
}

const GIVE_UP_MS = 3_000
