import { useLanguage } from '../messages/language.ts'
import { fileWordsEn } from './words-en.ts'
import { type FileWords, fileWordsEs } from './words-es.ts'

/** The words for files, and for notices while somebody writes, in both languages. */
export const useFileWords = (): FileWords => (useLanguage() === 'es' ? fileWordsEs : fileWordsEn)
