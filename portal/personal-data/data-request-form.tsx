import { Button, Checkbox, Textarea } from '@mantine/core'
import { provider } from '#browser/provider/provider.ts'
import { callerDetails } from '#domain/account.ts'
import { MAX_REQUEST_TEXT } from '#domain/personal-data.ts'
import { Facts } from '#ui/facts.tsx'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useAccount } from '../session/session-store.ts'
import css from './own-data-page.module.css'
import type { DataRequestForm as Form } from './use-data-request.ts'

/** The data that we hold, and the form to request changes (spec §2, Mis datos). */
export function DataRequestForm({ data }: { data: Form }) {
  const { request: words } = useMessages().pages.ownData
  const { number } = useFormat()
  const language = useLanguage()
  const { form, change, onSubmit } = data
  const { fields: request, problems } = form
  return (
    <section className={css.card} aria-labelledby="datos">
      <h2 id="datos" className={css.title}>
        {words.title}
      </h2>
      <HeldData />
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <div>
          <Textarea
            label={words.text}
            description={words.hint}
            required
            withAsterisk={false}
            rows={5}
            value={request.text}
            error={problems['text']}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
          <p className={css.counter} data-over={request.text.length > MAX_REQUEST_TEXT || undefined}>
            {words.count(number(request.text.length), number(MAX_REQUEST_TEXT))}
          </p>
        </div>
        <div className={css.legal} role="group" aria-label={words.legal}>
          <p className={css.legalTitle}>{words.legal}</p>
          {provider.legal.personalData[language].map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <Checkbox
          label={words.privacy}
          required
          checked={request.acceptsPrivacy}
          error={problems['acceptsPrivacy']}
          aria-invalid={problems['acceptsPrivacy'] !== undefined}
          onChange={({ currentTarget }) => change({ acceptsPrivacy: currentTarget.checked })}
        />
        <Button type="submit" className={css.submit} loading={form.busy}>
          {words.submit}
        </Button>
      </form>
    </section>
  )
}

function HeldData() {
  const { request: words } = useMessages().pages.ownData
  const { name, email, phone } = callerDetails(useAccount())
  const facts = [
    [words.name, name || words.none],
    [words.email, email || words.none],
    [words.phone, phone || words.none],
  ] as const
  return <Facts className={css.held} label={words.held} facts={facts} />
}
