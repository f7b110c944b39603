import { type ReactNode, createContext, use } from 'react'

/** The few words of the components themselves. The application supplies them in the current language. */
export interface UiWords {
  readonly close: string
  readonly cancel: string
  readonly back: string
  readonly discardTitle: string
  readonly discardQuestion: string
  readonly discard: string
  /** If all text is kept already: as a draft, or in this browser. */
  readonly keptTitle: string
  readonly kept: { readonly draft: string; readonly here: string }
  readonly keep: string
  readonly retry: string
  readonly loading: string
  readonly dismissAlert: string
  readonly alerts: string
  readonly offline: string
  /** Stands in place of content that cannot be loaded without a network. */
  readonly opensOnline: string
  readonly theme: { readonly label: string; readonly light: string; readonly dark: string; readonly auto: string }
  readonly tone: { readonly error: string; readonly success: string; readonly warning: string }
}

const Words = createContext<UiWords | null>(null)

export const UiWordsProvider = ({ words, children }: { words: UiWords; children: ReactNode }) => (
  <Words value={words}>{children}</Words>
)

export function useUiWords(): UiWords {
  const words = use(Words)
  if (!words) throw new Error('UiWordsProvider is missing')
  return words
}
