import type { Language } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { type TicketState, isTalking, isUnfinishedTalk, listedState, turnOf } from '#domain/ticket.ts'
import type { FileAnswer } from '../http/door.ts'
import { type SheetColumn, listSheet, momentColumn, plain } from './list-sheet.ts'
import { SHEET_WORDS } from './sheet-words.ts'
import type { ListedTicket } from './ticket-list-store.ts'

interface Sheet {
  readonly tab: TicketState
  readonly numbers: readonly number[]
  /** The rows of some of them, in that order. */
  readonly read: (numbers: readonly number[]) => Promise<readonly ListedTicket[]>
  readonly now: Date
  readonly sentences: Sentences
  readonly language: Language
}

/** A customer's list as an Excel file. */
export function ticketSheet({ tab, numbers, read, now, sentences, language }: Sheet): FileAnswer {
  const words = SHEET_WORDS[language]
  return listSheet({ name: words[tab], columns: columnsOf(tab, words, sentences), keys: numbers, read, now })
}

type Words = (typeof SHEET_WORDS)[Language]

function columnsOf(tab: TicketState, words: Words, { urgency }: Sentences): readonly SheetColumn<ListedTicket>[] {
  const columns: readonly (SheetColumn<ListedTicket> | false)[] = [
    { title: words.number, width: 12, cell: ({ number }) => number },
    { title: words.state, width: 14, cell: (ticket) => stateOf(ticket, words) },
    tab === 'pending' && {
      title: words.turn,
      width: 18,
      cell: (ticket) => {
        const turn = turnOf(ticket)
        return turn === null ? '' : words[turn]
      },
    },
    { title: words.urgency, width: 12, cell: (ticket) => urgency[ticket.urgency] },
    { title: words.module, width: 22, cell: ({ module }) => plain(module) },
    { title: words.installation, width: 14, cell: ({ installation }) => plain(installation) },
    { title: words['raised-by'], width: 24, cell: ({ raisedBy }) => plain(raisedBy) },
    { title: words.behalf, width: 24, cell: ({ behalf }) => plain(behalf) },
    { title: words.title, width: 70, cell: ({ title }) => plain(title) },
    momentColumn(words['created-at'], ({ createdAt }) => createdAt),
    momentColumn(words['state-at'], ({ lastEntryAt }) => lastEntryAt),
    momentColumn(words['closed-at'], ({ closedAt }) => closedAt),
  ]
  return columns.filter((column) => column !== false)
}

function stateOf(ticket: ListedTicket, words: Words): string {
  if (isTalking(ticket)) return words.talking
  if (isUnfinishedTalk(ticket)) return words.unfinished
  return ticket.accepted ? words.accepted : words[`is-${listedState(ticket)}`]
}
