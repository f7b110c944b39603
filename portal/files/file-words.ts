import { useLanguage } from '../messages/language.ts'
import { fileWordsEn } from './file-words-en.ts'
import { type FileWords, fileWordsEs } from './file-words-es.ts'

/** The words for files, and for notices while somebody writes, in both languages. */
export const useFileWords = (): FileWords => (useLanguage() === 'es' ? fileWordsEs : fileWordsEn)
