import { useLanguage } from '../language.ts'
import { mailboxEn } from './mailbox-en.ts'
import { type MailboxMessages, mailboxEs } from './mailbox-es.ts'

/** The words of the notice about the mailbox, which is loaded after the first screen. */
export const useMailboxMessages = (): MailboxMessages => (useLanguage() === 'es' ? mailboxEs : mailboxEn)
