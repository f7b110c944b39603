import { useLanguage } from './language.ts'
import { lifeLineEn } from './life-line-en.ts'
import { type LifeLineMessages, lifeLineEs } from './life-line-es.ts'

/** It comes with what says it, in both languages: lists are there without it. */
export const useLifeLineMessages = (): LifeLineMessages => (useLanguage() === 'es' ? lifeLineEs : lifeLineEn)
