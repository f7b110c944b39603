import { useLanguage } from './language.ts'
import { lifeLineEn } from './life-line-en.ts'
import { type LifeLineMessages, lifeLineEs } from './life-line-es.ts'

/** Loaded with the components that use it, in both languages: lists do without it. */
export const useLifeLineMessages = (): LifeLineMessages => (useLanguage() === 'es' ? lifeLineEs : lifeLineEn)
