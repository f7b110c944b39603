import { type TextFieldProps, formsOf } from '#browser/form.ts'
import { sentenceOf } from '../api.ts'
import { messagesNow } from '../messages/index.ts'

/** A form's fields, their problems, and sending it once. */
export const useForm = formsOf({ sentenceOf, checkFields: () => messagesNow().shared.session['check-fields']() })

export type Form<Fields extends object> = ReturnType<typeof useForm<Fields>>

/** The properties of a text field that accepts digits alone. */
export const digits = ({ onChange, ...field }: TextFieldProps) => ({
  ...field,
  inputMode: 'numeric' as const,
  autoComplete: 'off',
  onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
    onChange({ currentTarget: { value: onlyDigits(value) } }),
})

export const onlyDigits = (typed: string): string => typed.replaceAll(/\D/g, '')
