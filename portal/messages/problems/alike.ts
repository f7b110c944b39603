import { useLanguage } from '../language.ts'
import { alikeEn } from './alike-en.ts'
import { alikeEs } from './alike-es.ts'

/** Loaded with their places, in both languages. */
export const useAlikeMessages = () => (useLanguage() === 'es' ? alikeEs : alikeEn)
