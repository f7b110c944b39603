import { useLanguage } from './language.ts'
import { valuationsEn } from './valuations-en.ts'
import { type ValuationMessages, valuationsEs } from './valuations-es.ts'

/** It comes with what says it, in both languages. */
export const useValuationMessages = (): ValuationMessages => (useLanguage() === 'es' ? valuationsEs : valuationsEn)
