import { useLanguage } from './language.ts'
import { valuationsEn } from './valuations-en.ts'
import { type ValuationMessages, valuationsEs } from './valuations-es.ts'

/** Loaded with the components that use it, in both languages. */
export const useValuationMessages = (): ValuationMessages => (useLanguage() === 'es' ? valuationsEs : valuationsEn)
