import { useForm } from '../forms/use-form.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useWorkMessages } from '../messages/work.ts'
import type { OfferForm } from './offer-fields.tsx'
import { lineProblems } from './offered-lines.ts'

/** The form of a valuation's offer, with further fields. */
export function useOfferForm<Fields extends OfferForm>(beginning: Fields) {
  const { valuation: words } = useWorkMessages()
  const { shared } = useMessages()
  const language = useLanguage()
  return useForm<Fields>(beginning, {
    check: ({ description, lines }) => ({
      description: description.trim() === '' ? shared.field.required() : null,
      ...lineProblems(lines, language, { required: shared.field.required(), number: words.badNumber }),
    }),
  })
}
