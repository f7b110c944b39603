import { useLanguage } from '../messages/language.ts'
import { fileWordsEn } from './words-en.ts'
import { type FileWords, fileWordsEs } from './words-es.ts'

/** The words of what is loaded while somebody writes or edits a picture, in both languages. */
export const useFileWords = (): FileWords => (useLanguage() === 'es' ? fileWordsEs : fileWordsEn)
