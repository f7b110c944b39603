import type { Language } from '#contract/moment.ts'
import type { ScanState } from '#domain/files/scan-state.ts'

/** Stands in place of a link that would fail. */
export const heldBackIn: Readonly<Record<Language, Readonly<Record<ScanState, string>>>> = {
  es: { waiting: 'Se está comprobando', infected: 'Retenido: contiene un programa dañino' },
  en: { waiting: 'Being checked', infected: 'Held back: it contains harmful software' },
}
