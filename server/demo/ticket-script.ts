import type { Area, EntryKind, TicketKind } from '#domain/ticket.ts'
import type { Urgency } from '#domain/urgency.ts'
import type { DemoTechnician } from './cast.ts'
import type { IncidentKey } from './work-script.ts'
import type { Moment } from './script-moment.ts'
import type { SampleFile } from './sample-files.ts'

/** A ticket as a story: its standing and everything else follow from the entries. */
export interface TicketScript {
  /** The subject tells what the ticket demonstrates. */
  readonly title: string
  readonly module: string
  /** Oldest first, beginning with the query. */
  readonly entries: readonly EntryScript[]
  readonly area?: Area
  readonly kind?: TicketKind
  readonly customDevelopment?: boolean
  readonly urgency?: Urgency | 'A'
  readonly company?: string
  readonly origin?: string
  readonly fromAssistant?: boolean
  readonly callAt?: { readonly phone: string; readonly window: string }
  readonly incidents?: readonly IncidentKey[]
  /** After how many office days silence will accept it; by default far in the future. */
  readonly silentIn?: number
}

export interface EntryScript {
  readonly kind: EntryKind
  readonly when: Moment
  readonly text: string
  readonly closes?: boolean
  /** The technician who wrote it; without one, the customer did. */
  readonly by?: DemoTechnician | 'assistant' | 'provider'
  readonly transcribed?: boolean
  readonly rating?: number | null
  readonly files?: readonly SampleFile[]
}

type Extra = Pick<EntryScript, 'files' | 'transcribed'>

export const query = (when: Moment, text: string, extra: Extra = {}): EntryScript => ({
  kind: 'query',
  when,
  text,
  ...extra,
})

/** A question to the assistant. */
export const question = (when: Moment, text: string): EntryScript => ({ kind: 'question', when, text })

export const reply = (when: Moment, text: string, extra: Extra = {}): EntryScript => ({
  kind: 'reply',
  when,
  text,
  ...extra,
})

type Provider = DemoTechnician | 'assistant'

export const answer = (when: Moment, by: Provider, text: string): EntryScript => ({
  kind: by === 'assistant' ? 'assistance' : 'answer',
  when,
  text,
  by,
  transcribed: by === 'assistant',
})

/** An answer that also closes the ticket. */
export const closing = (when: Moment, by: Provider, text: string): EntryScript => ({
  ...answer(when, by, text),
  closes: true,
})

export const claim = (when: Moment): EntryScript => ({ kind: 'claim', when, text: '' })

export const rejection = (when: Moment, text: string): EntryScript => ({ kind: 'rejection', when, text })

/** No rating if the assistant's answer was accepted. */
export const acceptance = (when: Moment, rating: number | null): EntryScript => ({
  kind: 'acceptance',
  when,
  text: '',
  rating,
})

/** Nobody answered for so long that the ticket counts as accepted. */
export const silence = (when: Moment): EntryScript => ({ kind: 'silence', when, text: '', by: 'provider' })
