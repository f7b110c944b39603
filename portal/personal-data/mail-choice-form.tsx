import { Button } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { MAIL_CHOICES, type MailChoice } from '#domain/personal-data.ts'
import { useMailedMessages } from '../messages/mailed.ts'
import { useForm } from '../use-form.ts'
import css from './own-data-page.module.css'

interface Props {
  readonly choice: MailChoice
  readonly save: (choice: MailChoice) => Promise<unknown>
  /** Whether a choice has not been saved yet. */
  readonly onDirty?: (dirty: boolean) => void
}

/** The choice of mails, with a way back after each change. */
export function MailChoiceForm({ choice, save, onDirty }: Props) {
  const { choice: words } = useMailedMessages()
  const form = useForm({ choice })
  const undoing = useForm({})
  const id = useId()
  const [kept, setKept] = useState(choice)
  /** The saved choice before the last change. */
  const [before, setBefore] = useState<MailChoice | null>(null)
  const { dirty } = form
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const onKept = (next: MailChoice) => () => {
    if (next !== kept) setBefore(kept)
    setKept(next)
    form.reset({ choice: next })
  }
  const keep = (sending: Pick<typeof form, 'send'>, next: MailChoice) =>
    void sending.send(() => save(next), onKept(next))

  return (
    <>
      <form className={css.form} noValidate onSubmit={form.onSubmit(() => keep(form, form.fields.choice))}>
        {/* The browser's own radio buttons: the library's would add weight to every list. */}
        <fieldset className={css.choices}>
          <legend>{words.which}</legend>
          {MAIL_CHOICES.map((each) => (
            <label key={each} className={css.choice}>
              <input
                type="radio"
                name="choice"
                value={each}
                aria-label={words.title[each]}
                aria-describedby={`${id}${each}`}
                checked={form.fields.choice === each}
                onChange={() => form.put('choice', each)}
              />
              <span>
                {words.title[each]}
                <small id={`${id}${each}`}>{words.about[each]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" className={css.submit} loading={form.busy}>
          {words.save}
        </Button>
      </form>
      <div role="status">{before && !dirty && <p className={css.text}>{words.saved(words.title[kept])}</p>}</div>
      {before && (
        <form onSubmit={undoing.onSubmit(() => keep(undoing, before))}>
          <Button type="submit" variant="default" className={css.wide} loading={undoing.busy}>
            {words.back(words.title[before])}
          </Button>
        </form>
      )}
    </>
  )
}
