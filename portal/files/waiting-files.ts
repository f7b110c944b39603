import { type Keys, MAX_LOCAL_AGE_MS, keysOf, placeOf } from '#browser/local-drafts.ts'

/** The room for the files of all forms that wait in one browser, in bytes. */
export const MAX_WAITING = 200 * 1024 * 1024

/** No session lasts longer without an act. */
const LEFT_AFTER_MS = 3_600_000

const NONCE_BYTES = 12

/** A file that its form has not uploaded yet. */
export interface WaitingFile {
  readonly id: string
  readonly file: File
  readonly pasted: boolean
}

/** A record of the browser's database. Without the key nobody can read its form, name or content. */
export interface SealedFile {
  readonly id: string
  readonly place: string
  /** Readable without the key, so that any session can remove it. */
  readonly at: number
  readonly size: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** The store of sealed files. */
export interface Shelf {
  readonly all: () => Promise<readonly Pick<SealedFile, 'id' | 'place' | 'at' | 'size'>[]>
  readonly get: (id: string) => Promise<SealedFile | undefined>
  readonly put: (file: SealedFile) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

interface Options {
  readonly shelf: Shelf
  readonly key: () => Promise<Uint8Array>
  readonly now: () => number
}

/**
 * Files that wait with an unsent text, encrypted in this browser's database under the person's key, as the text is
 * (docs/decisions/0015-…). A browser that forbids storage keeps none.
 */
export function waitingFiles({ shelf, key, now }: Options) {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(otherwise: T, act: (keys: Keys) => Promise<T>): Promise<T> => {
    const next = last.then(async () => act(await keysOf(await key()))).catch(() => otherwise)
    last = next
    return next
  }
  const filesIn = async (place: string) =>
    (await shelf.all()).filter((each) => each.place === place).toSorted((one, other) => one.at - other.at)
  const removeOlder = (files: Awaited<ReturnType<Shelf['all']>>, age: number) =>
    shelf.remove(files.filter(({ at }) => !(Math.abs(now() - at) <= age)).map(({ id }) => id))
  return {
    /** The files of a form, in the order in which they were kept. */
    find: (form: string) =>
      inTurn<readonly WaitingFile[]>([], async (keys) => {
        const found: WaitingFile[] = []
        for (const { id } of await filesIn(await placeOf(keys, form))) {
          const sealed = await shelf.get(id)
          const file = sealed && (await opened(sealed, keys).catch(() => null))
          if (file) found.push(file)
        }
        return found
      }),
    /** False if this browser cannot keep it: no room, no storage or no key. */
    put: (form: string, waiting: WaitingFile) =>
      inTurn(false, async (keys) => {
        await removeOlder(await shelf.all(), MAX_LOCAL_AGE_MS)
        const taken = (await shelf.all()).reduce((sum, { size }) => sum + size, 0)
        if (taken + waiting.file.size > MAX_WAITING) return false
        await shelf.put(await sealedAs(waiting, await placeOf(keys, form), now(), keys))
        return true
      }),
    remove: (ids: readonly string[]) => inTurn(undefined, async () => shelf.remove(ids)),
    /** Files of a form without a draft that was left. The others may be of the same form in another tab. */
    forgetLeft: (form: string) =>
      inTurn(undefined, async (keys) => removeOlder(await filesIn(await placeOf(keys, form)), LEFT_AFTER_MS)),
  }
}

interface About {
  readonly name: string
  readonly type: string
  readonly pasted: boolean
}

async function sealedAs({ id, file, pasted }: WaitingFile, place: string, at: number, { cipher }: Keys) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const about: About = { name: file.name, type: file.type, pasted }
  const head = new TextEncoder().encode(JSON.stringify(about))
  const plain = new Uint8Array(HEAD_LENGTH + head.length + file.size)
  new DataView(plain.buffer).setUint32(0, head.length)
  plain.set(head, HEAD_LENGTH)
  plain.set(new Uint8Array(await file.arrayBuffer()), HEAD_LENGTH + head.length)
  const sealed = await crypto.subtle.encrypt(algorithmOf(iv, place, id), cipher, plain)
  return { id, place, at, size: file.size, iv, sealed }
}

async function opened({ id, place, iv, sealed }: SealedFile, { cipher }: Keys): Promise<WaitingFile> {
  const plain = await crypto.subtle.decrypt(algorithmOf(iv, place, id), cipher, sealed)
  const end = HEAD_LENGTH + new DataView(plain).getUint32(0)
  const about: About = JSON.parse(new TextDecoder().decode(plain.slice(HEAD_LENGTH, end))) // written by `sealedAs`
  return { id, file: new File([plain.slice(end)], about.name, { type: about.type }), pasted: about.pasted }
}

const HEAD_LENGTH = 4

const algorithmOf = (iv: Uint8Array<ArrayBuffer>, place: string, id: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${place}/${id}`),
})
