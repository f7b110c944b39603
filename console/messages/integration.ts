import { integrationEn } from './integration-en.ts'
import { type IntegrationMessages, integrationEs } from './integration-es.ts'
import { useLanguage } from './language.ts'

/** The words for API keys and webhooks; they are loaded with their screens, in both languages. */
export const useIntegrationMessages = (): IntegrationMessages =>
  useLanguage() === 'es' ? integrationEs : integrationEn
