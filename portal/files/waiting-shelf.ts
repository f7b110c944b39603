import type { SealedFile, Shelf } from './waiting-files.ts'

const NAME = 'archivos'
/** Describes each file without its bytes, so that listing all files does not read them. */
const LABELS = 'labels'
const FILES = 'files'

type Label = Pick<SealedFile, 'id' | 'place' | 'at' | 'size'>

/** The browser's database (IndexedDB). */
export const browserShelf: Shelf = {
  all: () => withStores<Label[]>('readonly', (of) => of(LABELS).getAll()),
  get: (id) => withStores<SealedFile | undefined>('readonly', (of) => of(FILES).get(id)),
  put: async (file) => {
    const { id, place, at, size } = file
    const label: Label = { id, place, at, size }
    await withStores('readwrite', (of) => {
      of(FILES).put(file, id)
      return of(LABELS).put(label, id)
    })
  },
  remove: async (ids) => {
    if (ids.length === 0) return
    await withStores('readwrite', (of) => {
      for (const id of ids) of(FILES).delete(id)
      return ids.map((id) => of(LABELS).delete(id)).at(-1)
    })
  },
}

/** Runs one transaction, and resolves once it is complete. Returns the result of its last request. */
async function withStores<T>(
  mode: IDBTransactionMode,
  act: (of: (store: string) => IDBObjectStore) => IDBRequest<T> | IDBRequest | undefined,
): Promise<T> {
  const database = await opened()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction([LABELS, FILES], mode)
      const request = act((store) => transaction.objectStore(store))
      transaction.addEventListener('complete', () => resolve(request?.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Aborted')))
    })
  } finally {
    database.close()
  }
}

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(LABELS)
      request.result.createObjectStore(FILES)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')))
    request.addEventListener('blocked', () => reject(new Error('In use')))
  })
