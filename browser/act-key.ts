import { CallFailed } from './client.ts'

/** The key by which an act happens once, however often it is sent. */
export interface ActKey {
  /** The key, the same for each try. `begun` is the initial key, if there is a better one than a random one. */
  readonly now: (begun?: string | null) => string
  /** The server has answered, or failed to: then only the same key can tell whether the act happened. */
  readonly answered: (error: unknown) => void
  /** The next send is another act. */
  readonly renew: () => void
}

export function actKey(): ActKey {
  let key: string | null = null
  const renew = () => {
    key = null
  }
  return {
    now: (begun = null) => (key ??= begun ?? newKey()),
    answered: (error) => {
      if (!mayHaveHappened(error)) renew()
    },
    renew,
  }
}

/** Random in every browser, even if the page did not come by https. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** No answer, or a broken one. */
const mayHaveHappened = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === null || error.status >= 500)
