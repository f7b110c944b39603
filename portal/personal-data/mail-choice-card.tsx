import { useQueryClient } from '@tanstack/react-query'
import type { Data } from '#contract/endpoint.ts'
import type { MailChoice } from '#domain/personal-data.ts'
import { ownData } from '#contract/own-data.ts'
import { call } from '../api.ts'
import { useMailedMessages } from '../messages/mailed.ts'
import { MailChoiceForm } from './mail-choice-form.tsx'
import css from './own-data-page.module.css'
import { ownDetailsQuery } from './own-data-queries.ts'

interface Props {
  readonly mails: Data<typeof ownData.ownDetails>['mails']
  readonly onDirty: (dirty: boolean) => void
}

/** The choice of mails to the address on record. */
export function MailChoiceCard({ mails, onDirty }: Props) {
  const { choice: words } = useMailedMessages()
  const client = useQueryClient()
  const save = async (choice: MailChoice) => {
    await call(ownData.chooseMails, { choice })
    void client.invalidateQueries({ queryKey: ownDetailsQuery.queryKey })
  }
  return (
    <section className={css.card} aria-labelledby="mis-correos">
      <h2 id="mis-correos" className={css.title}>
        {words.heading}
      </h2>
      <p className={css.text}>{mails ? words.address(mails.email) : words.noAddress}</p>
      {mails && <MailChoiceForm choice={mails.choice} save={save} onDirty={onDirty} />}
    </section>
  )
}
