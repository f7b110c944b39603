import { useLanguage } from '../language.ts'
import { problemsEn } from './problems-en.ts'
import { problemsEs } from './problems-es.ts'

/** Loaded with the screens of manuals and versions, in both languages. */
export const useProblemMessages = () => (useLanguage() === 'es' ? problemsEs : problemsEn).problems
