import type { forgottenWordsEs } from './forgotten-words-es.ts'
import type { Words } from '../words.ts'

export const forgottenWordsEn: Words<typeof forgottenWordsEs> = {
  lead: 'Type your user name or your address, and we will mail you a link to set another password.',
  name: 'User or e-mail',
  send: 'Send me the link',
  asked:
    'If there is a user with that name or address, a mail with a link will arrive in a few minutes. It can be used once, within an hour.',
  otherwise: {
    customer: 'If it does not arrive, call Support or write to them:',
    technician: 'If it does not arrive, ask a supervisor for the link.',
  },
}
