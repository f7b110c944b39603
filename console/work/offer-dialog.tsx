import { consoleValuations } from '#contract/console/work.ts'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useLanguage } from '../messages/language.ts'
import { useWorkMessages } from '../messages/work.ts'
import { OfferFields } from './offer-fields.tsx'
import { linesOf, typedLines } from './offered-lines.ts'
import { useOfferForm } from './use-offer-form.ts'
import { AFTER_WORK, type ValuationView } from './work-queries.ts'

/**
 * Changes the offer of an undecided valuation. The client may be reading the old version, which can no longer be
 * decided then.
 */
export function OfferDialog({ valuation, onClose }: { valuation: ValuationView; onClose: () => void }) {
  const { valuation: words, name } = useWorkMessages()
  const language = useLanguage()
  const { quantity } = figuresIn(language)
  const { number, version, description, amounts, validUntil } = valuation
  const form = useOfferForm({
    description,
    lines: typedLines(amounts?.lines ?? [], quantity),
    validUntil: validUntil ?? '',
  })
  const { mutate, isPending } = useAct(consoleValuations.offer, AFTER_WORK)
  const send = () =>
    mutate(
      {
        number,
        was: version,
        description: form.fields.description,
        lines: linesOf(form.fields.lines, language),
        validUntil: form.fields.validUntil || null,
      },
      {
        onSuccess: () => {
          showAlert('success', words.offered(number))
          onClose()
        },
        onError: form.refuse,
      },
    )
  return (
    <FormDialog
      title={`${words.change}: ${name.valuation(number)}`}
      dirty={form.dirty}
      busy={isPending}
      size="lg"
      submit={words.submit}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <OfferFields form={form} />
    </FormDialog>
  )
}
