import { useLanguage } from './language.ts'
import { expectationEn } from './expectation-en.ts'
import { type ExpectationMessages, expectationEs } from './expectation-es.ts'

/** The words for expected times, in both languages; they load with the part that shows them. */
export const useExpectationMessages = (): ExpectationMessages =>
  useLanguage() === 'es' ? expectationEs : expectationEn
