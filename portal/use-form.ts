import { formsOf } from '#browser/form.ts'
import { sentenceOf } from './api.ts'
import { messagesNow } from './messages/index.ts'

/** A form's fields, their problems, and sending it once. */
export const useForm = formsOf({ sentenceOf, checkFields: () => messagesNow().shared.session['check-fields']() })

export type Form<Fields extends object> = ReturnType<typeof useForm<Fields>>
