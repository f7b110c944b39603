import { useLanguage } from './language.ts'
import { notificationsEn } from './notifications-en.ts'
import { type NotificationMessages, notificationsEs } from './notifications-es.ts'

/** The words of the bell; they are loaded with it, in both languages. */
export const useNotificationMessages = (): NotificationMessages =>
  useLanguage() === 'es' ? notificationsEs : notificationsEn
