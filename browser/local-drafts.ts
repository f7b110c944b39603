/** The room for all waiting drafts of one browser, in stored characters. */
export const MAX_LOCAL = 1_000_000
/** As long as the server keeps a draft. */
export const MAX_LOCAL_AGE_MS = 30 * 24 * 60 * 60 * 1000

const PREFIX = 'borrador.'
const NONCE_BYTES = 12
const NAME_BYTES = 16

/** A text that could not be sent to the server yet. */
export interface LocalDraft<D> {
  readonly draft: D
  readonly at: number
  /** When the server saved the version that it continues; null if there is none. */
  readonly base: number | null
  /** Who keeps it, such as an open page. Each has a place of its own, so that none overwrites another's. */
  readonly by?: string | undefined
}

export interface LocalDrafts<D> {
  /** All that can be read, the newest first. */
  readonly find: (name: string) => Promise<readonly LocalDraft<D>[]>
  /** False if this browser cannot keep it: no room, no storage or no key. */
  readonly put: (name: string, kept: LocalDraft<D>) => Promise<boolean>
  readonly remove: (name: string, by?: string) => Promise<void>
}

interface Options {
  readonly storage: () => Storage
  /** The person's key; throws or rejects while it is unknown. */
  readonly key: () => Promise<Uint8Array>
  readonly now: () => number
}

/**
 * Drafts in the browser's storage, encrypted (AES-GCM) under a key that only their person's sessions receive: the next person
 * at that computer can read neither the text nor its ticket (docs/decisions/0015-…).
 */
export function localDrafts<D>({ storage, key, now }: Options): LocalDrafts<D> {
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time, in order; a browser that forbids storage counts as empty. */
  const inTurn = <T>(otherwise: T, act: (keys: Keys) => Promise<T>): Promise<T> => {
    const next = last.then(async () => act(await keysOf(await key()))).catch(() => otherwise)
    last = next
    return next
  }
  return {
    find: (name) =>
      inTurn<readonly LocalDraft<D>[]>([], async (keys) => {
        const about = await placeOf(keys, name)
        const texts = placesIn(storage()).map((place) => storage().getItem(place))
        const found = await Promise.all(texts.map((text) => opened<D>(text, keys, about).catch(() => null)))
        return found.filter((each) => each !== null).toSorted((one, other) => other.at - one.at)
      }),
    put: (name, kept) =>
      inTurn(false, async (keys) => {
        const place = await placeOf(keys, name, kept.by)
        const text = await sealed(kept, keys, await placeOf(keys, name))
        sweep(storage(), now())
        const others = placesIn(storage()).filter((each) => each !== place)
        const taken = others.reduce((sum, each) => sum + each.length + (storage().getItem(each)?.length ?? 0), 0)
        if (taken + place.length + text.length > MAX_LOCAL) return false
        storage().setItem(place, text)
        return true
      }),
    remove: (name, by) => inTurn(undefined, async (keys) => storage().removeItem(await placeOf(keys, name, by))),
  }
}

/** Removes everybody's expired drafts; one without a readable age counts as expired. */
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

export interface Keys {
  readonly cipher: CryptoKey
  readonly names: CryptoKey
}

/** Absent unless the page came by https or from this machine: nothing is kept then. */
export async function keysOf(bytes: Uint8Array): Promise<Keys> {
  const raw = bytes.slice()
  const [cipher, names] = await Promise.all([
    crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']),
    crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { cipher, names }
}

export async function placeOf({ names }: Keys, name: string, by?: string): Promise<string> {
  const whole = new TextEncoder().encode(by ? `${name}/${by}` : name)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', names, whole))
  return PREFIX + inBase64(signature.slice(0, NAME_BYTES))
}

/** Its age comes first, readable without the key, so that any session can remove it. Bound to its form by `about`. */
async function sealed<D>(kept: LocalDraft<D>, { cipher }: Keys, about: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const algorithm = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(about) }
  const plain = new TextEncoder().encode(JSON.stringify(kept))
  const bytes = new Uint8Array(await crypto.subtle.encrypt(algorithm, cipher, plain))
  return [kept.at, inBase64(iv), inBase64(bytes)].join('.')
}

async function opened<D>(text: string | null, { cipher }: Keys, about: string): Promise<LocalDraft<D> | null> {
  const [, iv, bytes] = text?.split('.') ?? []
  if (!iv || !bytes) return null
  const algorithm = { name: 'AES-GCM', iv: fromBase64(iv), additionalData: new TextEncoder().encode(about) }
  const plain = await crypto.subtle.decrypt(algorithm, cipher, fromBase64(bytes))
  return JSON.parse(new TextDecoder().decode(plain)) // written by `sealed`
}

const inBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Decodes base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** A draft, and the moment since when it is kept. */
export interface Kept<D> {
  readonly draft: D
  readonly at: number
}

interface Begun<D> {
  readonly draft: Kept<D>
  readonly from: 'server' | 'here'
  /** A version written elsewhere meanwhile, offered beside it. */
  readonly other: Kept<D> | null
}

/**
 * Chooses the draft that a form begins with. One that continues the server's version wins, whatever the clocks say; otherwise
 * the later one wins and the other is offered. Null if there is neither.
 */
export function begunFrom<D>(server: Kept<D> | null, here: LocalDraft<D> | null): Begun<D> | null {
  if (!here) return server && { draft: server, from: 'server', other: null }
  if (!server || here.base === server.at) return { draft: here, from: 'here', other: null }
  if (JSON.stringify(server.draft) === JSON.stringify(here.draft)) return { draft: server, from: 'server', other: null }
  return here.at > server.at
    ? { draft: here, from: 'here', other: server }
    : { draft: server, from: 'server', other: here }
}
