import { useLanguage } from '../language.ts'
import { problemsEn } from './problems-en.ts'
import { type ProblemMessages, problemsEs } from './problems-es.ts'

/** Loaded with their screen, in both languages. */
export const useProblemMessages = (): ProblemMessages => (useLanguage() === 'es' ? problemsEs : problemsEn)
