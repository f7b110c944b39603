import { useLanguage } from './language.ts'
import { expectationEn } from './expectation-en.ts'
import { type ExpectationMessages, expectationEs } from './expectation-es.ts'

/** The words for what to expect; they are loaded with their place, in both languages. */
export const useExpectationMessages = (): ExpectationMessages =>
  useLanguage() === 'es' ? expectationEs : expectationEn
