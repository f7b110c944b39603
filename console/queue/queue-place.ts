import { storeOf } from '#browser/store.ts'
import { type View, isView } from '../paths.ts'
import { type ListSearch, type QueueSearch, queueAddress } from './queue-search.ts'

/** A place in the queue: going back leads to this row, sending leads to the next. */
export interface QueuePlace {
  readonly view: View
  readonly search: QueueSearch
  readonly selected: number | null
}

const STORED_UNDER = 'consola-cola'

const places = storeOf<QueuePlace>(stored())

export const { now: queuePlaceNow, use: useQueuePlace } = places

/** Only in this tab; it survives a reload. */
export function setQueuePlace(next: QueuePlace): void {
  const place = queuePlaceNow()
  if (sameList(next, place) && next.selected === place.selected) return
  sessionStorage.setItem(STORED_UNDER, JSON.stringify(next))
  places.set(next)
}

export const select = (selected: number | null): void => setQueuePlace({ ...queuePlaceNow(), selected })

/** Another list starts without a selected row; the same list keeps its row. */
export function enterList(view: View, search: QueueSearch): void {
  if (!sameList({ view, search }, queuePlaceNow())) setQueuePlace({ view, search, selected: null })
}

export const placeFilter = ({ search }: QueuePlace): ListSearch => queueAddress.read(search)

const sameList = (one: Pick<QueuePlace, 'view' | 'search'>, other: Pick<QueuePlace, 'view' | 'search'>): boolean =>
  one.view === other.view &&
  JSON.stringify(queueAddress.kept(one.search)) === JSON.stringify(queueAddress.kept(other.search))

function stored(): QueuePlace {
  const beginning: QueuePlace = { view: 'waiting-for-us', search: {}, selected: null }
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(STORED_UNDER) ?? 'null')
    if (typeof found !== 'object' || found === null) return beginning
    const { view, search, selected }: { view?: unknown; search?: unknown; selected?: unknown } = found
    return {
      view: isView(view) ? view : beginning.view,
      search: typeof search === 'object' && search !== null ? queueAddress.kept({ ...search }) : {},
      selected: typeof selected === 'number' ? selected : null,
    }
  } catch {
    return beginning
  }
}
