import { auditEn } from './audit-en.ts'
import { type AuditMessages, auditEs } from './audit-es.ts'
import { useLanguage } from './language.ts'

/** What the audit says; it comes with its screen, as the words of the masters do. */
export const useAuditMessages = (): AuditMessages => (useLanguage() === 'es' ? auditEs : auditEn)
