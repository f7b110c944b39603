import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConversationMessages } from './conversation-words.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { ticketViewQuery } from '../tickets/ticket-queries.ts'
import css from './ticket-in-hand.module.css'

/** Names the ticket of the act, with Support's last words: somebody who comes from the list has not read them. */
export function TicketInHand({ number }: { number: number }) {
  const { detail } = useMessages().tickets
  const words = useConversationMessages()
  const { ago } = useFormat()
  const [now] = useState(() => new Date())
  const view = useQuery(ticketViewQuery(number)).data
  const root = view?.messages.find(({ parent }) => parent === null)
  const last = view?.timeline.findLast(({ side, text }) => side === 'technician' && text.trim() !== '')
  return (
    <div className={css.ticket}>
      <p className={css.quiet}>{root ? `${detail.heading(root.number)} · ${root.title}` : detail.heading(number)}</p>
      {last && (
        <>
          <p className={css.quiet}>{words.lastWords(last.author || words.support, ago(last.at, now))}</p>
          <blockquote className={css.words}>{last.text}</blockquote>
        </>
      )}
    </div>
  )
}
