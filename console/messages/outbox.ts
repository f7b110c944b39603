import { useLanguage } from './language.ts'
import { outboxEn } from './outbox-en.ts'
import { type OutboxMessages, outboxEs } from './outbox-es.ts'

/** The outbox's words; they are loaded with its screen. */
export const useOutboxMessages = (): OutboxMessages => (useLanguage() === 'es' ? outboxEs : outboxEn)
