import type { SettingMessages } from '../settings/setting-messages.ts'

/** A setting's name in its form, by its path, such as `contact.emails.apps` or `personalData.es`; null if no form has it. */
export function sampleFieldIn(words: SettingMessages, path: string): string | null {
  const [language] = /\.(?:es|en)$/.exec(path) ?? []
  const text = language && legalTexts(words).get(path.slice(0, -language.length))
  if (text) return words.inLanguage[language === '.es' ? 'es' : 'en'](text)
  return namedIn(words).get(path) ?? null
}

const legalTexts = ({ legal }: SettingMessages): ReadonlyMap<string, string> => new Map(Object.entries(legal))

const namedIn = (words: SettingMessages): ReadonlyMap<string, string> =>
  new Map([
    ['provider.name', words.provider],
    ['contact.phone', words.phone],
    ['contact.email', words.email],
    ['contact.emails.realEstate', words.realEstate],
    ['contact.emails.apps', words.apps],
    ['contact.emails.bc', words.bc],
    ['contact.emails.technical', words.technical],
    ['contact.suggestions', words.suggestions],
    ['contact.customerDefender', words.customerDefender],
    ['contact.dataProtection', words.dataProtection],
  ])
