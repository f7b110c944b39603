import type { Language } from './moment.ts'
import { en } from './sentences-en.ts'
import { type Sentences, es } from './sentences-es.ts'

/** The sentences in the language of a request. The portal loads the one it needs instead. */
export const sentencesIn = (language: Language): Sentences => (language === 'en' ? en : es)
