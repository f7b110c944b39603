import type { Area, EntryKind, TicketKind } from '#domain/ticket.ts'
import type { Urgency } from '#domain/urgency.ts'
import type { DemoTechnician } from './cast.ts'
import type { IncidentKey } from './work-script.ts'
import type { Moment } from './moment.ts'
import type { SampleFile } from './sample-files.ts'

/** A ticket as a story: everything else, its standing above all, follows from the entries. */
export interface TicketScript {
  /** Says what the ticket shows. */
  readonly title: string
  readonly module: string
  /** Oldest first; the first one is the query. */
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
  /** In so many office days it counts as accepted, unless its customer says otherwise; else that is far away. */
  readonly silentIn?: number
}

export interface EntryScript {
  readonly kind: EntryKind
  readonly when: Moment
  readonly text: string
  readonly closes?: boolean
  /** Who of the provider wrote it; the customer did when nobody is named. */
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

/** What the assistant is asked. */
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

/** Without a rating when it was the assistant that was accepted. */
export const acceptance = (when: Moment, rating: number | null): EntryScript => ({
  kind: 'acceptance',
  when,
  text: '',
  rating,
})

/** Nobody said anything for so long that it counts as accepted. */
export const silence = (when: Moment): EntryScript => ({ kind: 'silence', when, text: '', by: 'provider' })
