import { formsOf } from '#browser/form.ts'
import { sentenceOf } from './api.ts'
import { messagesNow } from './messages/index.ts'

/** The fields of a form as they stand, what is wrong with each, and sending it once. */
export const useForm = formsOf({ sentenceOf, checkFields: () => messagesNow().shared.session['check-fields']() })
