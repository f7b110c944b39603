import type { EntryKind } from '#domain/ticket.ts'
import type { Context } from '../http/bind.ts'
import { signatureOf } from '../http/caller.ts'
import type { NewEntry } from './timeline-store.ts'

/** An entry by which the customer says or does something. */
export const customerEntry = (kind: EntryKind, text: string, { caller, now }: Context): NewEntry => ({
  kind,
  at: now,
  closes: false,
  text,
  ...signatureOf(caller),
  origin: caller.entry.origin ?? '',
  person: caller.person,
})
