import { auditEn } from './audit-en.ts'
import { type AuditMessages, auditEs } from './audit-es.ts'
import { useLanguage } from './language.ts'

/** The audit's words; they are loaded with its screen. */
export const useAuditMessages = (): AuditMessages => (useLanguage() === 'es' ? auditEs : auditEn)
