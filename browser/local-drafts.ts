/** What all that waits in one browser may take up, in characters as they are stored. */
export const MAX_LOCAL = 1_000_000
/** As long as the server keeps a draft. */
export const MAX_LOCAL_AGE_MS = 30 * 24 * 60 * 60 * 1000

const PREFIX = 'borrador.'
const NONCE_BYTES = 12
const NAME_BYTES = 16

/** Something that was written and could not be sent to the server yet. */
export interface LocalDraft<D> {
  readonly draft: D
  readonly at: number
  /** When what it goes on from was kept on the server; null when nothing was. */
  readonly base: number | null
}

export interface LocalDrafts<D> {
  /** Null when there is none, or it cannot be read. */
  readonly find: (name: string) => Promise<LocalDraft<D> | null>
  /** False when this browser does not keep it: no room, no storage, no key. */
  readonly put: (name: string, kept: LocalDraft<D>) => Promise<boolean>
  readonly remove: (name: string) => Promise<void>
}

interface Options {
  readonly storage: () => Storage
  /** The person's key; throws or rejects while it is not known. */
  readonly key: () => Promise<Uint8Array>
  readonly now: () => number
}

/**
 * Drafts in the browser's storage, encrypted (AES-GCM) under a key that only their person's sessions are given: whoever sits
 * down there next can read neither what was written nor which ticket it is for (docs/decisions/0015-…).
 */
export function localDrafts<D>({ storage, key, now }: Options): LocalDrafts<D> {
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other, as they were asked for; a browser that does not let us is as good as an empty one. */
  const inTurn = <T>(otherwise: T, act: (keys: Keys) => Promise<T>): Promise<T> => {
    const next = last.then(async () => act(await keysOf(await key()))).catch(() => otherwise)
    last = next
    return next
  }
  return {
    find: (name) =>
      inTurn<LocalDraft<D> | null>(null, async (keys) => {
        const place = await placeOf(keys, name)
        return await opened<D>(storage().getItem(place), keys, place)
      }),
    put: (name, kept) =>
      inTurn(false, async (keys) => {
        const place = await placeOf(keys, name)
        const text = await sealed(kept, keys, place)
        sweep(storage(), now())
        const others = placesIn(storage()).filter((each) => each !== place)
        const taken = others.reduce((sum, each) => sum + each.length + (storage().getItem(each)?.length ?? 0), 0)
        if (taken + place.length + text.length > MAX_LOCAL) return false
        storage().setItem(place, text)
        return true
      }),
    remove: (name) => inTurn(undefined, async (keys) => storage().removeItem(await placeOf(keys, name))),
  }
}

/** Puts away what has had its time, whoever's it is; what cannot be told the age of has had it. */
function sweep(storage: Storage, now: number): void {
  for (const place of placesIn(storage)) {
    const at = Number(storage.getItem(place)?.split('.')[0])
    if (!(Math.abs(now - at) <= MAX_LOCAL_AGE_MS)) storage.removeItem(place)
  }
}

const placesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((place) =>
    place.startsWith(PREFIX),
  )

interface Keys {
  readonly cipher: CryptoKey
  readonly names: CryptoKey
}

/** Absent where the page came neither by https nor from this very machine: nothing is kept there. */
async function keysOf(bytes: Uint8Array): Promise<Keys> {
  const raw = bytes.slice()
  const [cipher, names] = await Promise.all([
    crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']),
    crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { cipher, names }
}

async function placeOf({ names }: Keys, name: string): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', names, new TextEncoder().encode(name)))
  return PREFIX + inBase64(signature.slice(0, NAME_BYTES))
}

/** Its age stands in front, so that it can be put away by whoever cannot read it. */
async function sealed<D>(kept: LocalDraft<D>, { cipher }: Keys, place: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const algorithm = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
  const plain = new TextEncoder().encode(JSON.stringify(kept))
  const bytes = new Uint8Array(await crypto.subtle.encrypt(algorithm, cipher, plain))
  return [kept.at, inBase64(iv), inBase64(bytes)].join('.')
}

async function opened<D>(text: string | null, { cipher }: Keys, place: string): Promise<LocalDraft<D> | null> {
  const [, iv, bytes] = text?.split('.') ?? []
  if (!iv || !bytes) return null
  const algorithm = { name: 'AES-GCM', iv: fromBase64(iv), additionalData: new TextEncoder().encode(place) }
  const plain = await crypto.subtle.decrypt(algorithm, cipher, fromBase64(bytes))
  return JSON.parse(new TextDecoder().decode(plain)) // written by `sealed`
}

const inBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Bytes that were written in base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** A draft, and when it was kept. */
export interface Kept<D> {
  readonly draft: D
  readonly at: number
}

interface Begun<D> {
  readonly draft: Kept<D>
  readonly from: 'server' | 'here'
  /** What was written elsewhere meanwhile, and is offered beside it. */
  readonly other: Kept<D> | null
}

/**
 * Which of two a form begins with: what goes on from what the server has, whatever the clocks say; else the one that was
 * written last, and the other one is offered. Null when there is neither.
 */
export function begunFrom<D>(server: Kept<D> | null, here: LocalDraft<D> | null): Begun<D> | null {
  if (!here) return server && { draft: server, from: 'server', other: null }
  if (!server || here.base === server.at) return { draft: here, from: 'here', other: null }
  if (JSON.stringify(server.draft) === JSON.stringify(here.draft)) return { draft: server, from: 'server', other: null }
  return here.at > server.at
    ? { draft: here, from: 'here', other: server }
    : { draft: server, from: 'server', other: here }
}
