import { consoleApi } from '#contract/console/api.ts'
import { contactNow } from '#contract/console/contacts.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { type ContactPlace, makesAdministrator, takesAway } from '#domain/contact-access.ts'
import { isEmail } from '#domain/contact-details.ts'
import { notFound } from '../../http/problems.ts'
import { changeAddress } from '../door/changed-address.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { clientNumbered } from './client-store.ts'
import { addressOfContact } from './contact-address.ts'
import {
  type ContactForm,
  changeContact,
  contactDetails,
  dropPasswordLink,
  endSessionsOfContact,
  insertContact,
  nextContact,
  replacePlaces,
} from './contact-store.ts'
import { changedMeanwhile, changesOf, trimmed, written, wrong } from './master-form.ts'

type Endpoints = typeof consoleApi.consoleContacts
type Contact = Data<Endpoints['view']>
const PERSONAL = ['name', 'email', 'phone'] as const
type Needed = Pick<ConsoleDependencies, 'settings' | 'mailer' | 'origin' | 'secrets'>

/** The time, and since when a session counts as open. */
export const openAt = (now: Date, { settings }: Pick<Needed, 'settings'>) => ({
  now,
  liveSince: new Date(now.getTime() - settings.limits.sessionIdleMinutes * 60_000),
})

export async function createsContact(
  input: Input<Endpoints['create']>,
  context: ConsoleContext,
  dependencies: Needed,
): Promise<Contact> {
  const contact = await addsContact(input, context)
  return shown(input.client, contact, context, dependencies)
}

/** Creates a contact, from the form or from a line of a file. Returns its number. */
export async function addsContact(
  { client, number, places, ...typed }: Input<Endpoints['create']>,
  context: ConsoleContext,
): Promise<number> {
  const { tx, sentences, note } = context
  const form = checked(typed, context)
  insistOnSupervisor(null, { ...form, active: true }, context)
  const own = tx.of(client)
  if (!(await clientNumbered(tx, client))) throw notFound()
  const contact = number ?? (await nextContact(own))
  if (!(await insertContact(own, contact, form))) throw wrong({ number: sentences.master['number-taken']() })
  await place(own, contact, places, context)
  await note({ client, details: { contact, visibility: form.visibility } })
  return contact
}

export async function changesContact(
  input: Input<Endpoints['change']>,
  context: ConsoleContext,
  dependencies: Needed,
): Promise<Contact> {
  await writesContact(input, context, dependencies)
  return shown(input.client, input.contact, context, dependencies)
}

async function shown(client: number, contact: number, { tx, now }: ConsoleContext, dependencies: Needed) {
  return written(await contactDetails(tx.of(client), contact, openAt(now, dependencies)))
}

/** Changes a contact, from the form or from a line of a file. */
export async function writesContact(
  { client, contact, places, active, revision, ...typed }: Input<Endpoints['change']>,
  context: ConsoleContext,
  dependencies: Needed,
): Promise<void> {
  const { tx, now, note } = context
  const form = checked(typed, context)
  const own = tx.of(client)
  const before = await contactDetails(own, contact, openAt(now, dependencies))
  if (!before) throw notFound()
  insistOnSupervisor(before, { ...form, active }, context)
  // A contact who has had a password may become an administrator again: then links go to this address.
  const hasHadPassword = before.visibility === 'client' || before.username !== null
  if (hasHadPassword && before.email !== form.email) insistOnSupervisorFor('email', context)
  const { email } = hasHadPassword
    ? await changeAddress(
        addressOfContact({ client, contact, name: form.name }, dependencies, context),
        { before: before.email || null, typed: form.email || null },
        dependencies.mailer.isThere,
        context,
      )
    : form
  if (!(await changeContact(own, contact, { ...form, email: email ?? '', active, revision }, now))) {
    throw changedMeanwhile(contactNow, {
      current: written(await contactDetails(own, contact, openAt(now, dependencies))),
    })
  }
  await place(own, contact, places, context)
  const after = written(await contactDetails(own, contact, openAt(now, dependencies)))
  // A link may lie in the mailbox that is no longer theirs.
  const leavesAddress = before.email !== '' && before.email !== after.email
  if (takesAway(before, after)) await endSessionsOfContact(own, contact)
  if (!active || form.visibility !== 'client' || leavesAddress) await dropPasswordLink(own, contact)
  // People may ask for the erasure of their data, but audit lines stay. So these lines name only the field.
  const personal = PERSONAL.filter((field) => before[field] !== form[field])
  const apart = ['client', 'contact', ...PERSONAL]
  const details = { contact, personal, ...changesOf(consoleApi.consoleContacts.change, before, after, apart) }
  await note({ client, details })
}

/** An administrator reads everything that the client's people ever wrote, and logs in from anywhere. */
function insistOnSupervisor(
  before: Parameters<typeof makesAdministrator>[0],
  after: Parameters<typeof makesAdministrator>[1],
  context: ConsoleContext,
): void {
  if (makesAdministrator(before, after)) {
    insistOnSupervisorFor(before?.visibility === 'client' ? 'active' : 'visibility', context)
  }
}

/** `field`: the field that only a supervisor may set. Password links go to an administrator's address. */
function insistOnSupervisorFor(
  field: 'active' | 'visibility' | 'email',
  { technician, sentences, request }: ConsoleContext,
): void {
  if (technician.role === 'supervisor') return
  request.log.warn({ security: 'administrator-by-technician', field }, 'a technician may make nobody an administrator')
  throw wrong({ [field]: sentences.support['by-supervisor']() })
}

async function place(
  own: Parameters<typeof replacePlaces>[0],
  contact: number,
  places: readonly ContactPlace[],
  { sentences }: ConsoleContext,
): Promise<void> {
  const bad = wrong({ places: sentences.master['bad-places']() })
  if (new Set(places.map(({ installation }) => installation)).size < places.length) throw bad
  if (places.some(({ companies }) => new Set(companies).size < companies.length)) throw bad
  if (!(await replacePlaces(own, contact, places))) throw bad
}

function checked(typed: ContactForm, { sentences }: ConsoleContext): ContactForm {
  const form = trimmed(typed)
  if (form.email !== '' && !isEmail(form.email)) throw wrong({ email: sentences.field['bad-email']() })
  return form
}
