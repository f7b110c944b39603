import type { Language } from './moment.ts'
import { en } from './sentences-en.ts'
import { type Sentences, es } from './sentences-es.ts'

/** The sentences in the language of a request. The portal loads only the language that it needs. */
export const sentencesIn = (language: Language): Sentences => (language === 'en' ? en : es)
