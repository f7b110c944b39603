import { useLanguage } from '../language.ts'
import { alikeEn } from './alike-en.ts'
import { alikeEs } from './alike-es.ts'

/** They load with the parts that show them, in both languages. */
export const useAlikeMessages = () => (useLanguage() === 'es' ? alikeEs : alikeEn)
