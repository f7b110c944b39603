import { consoleApi } from '#contract/console/api.ts'
import { contactNow } from '#contract/console/contacts.ts'
import { type ContactPlace, makesAdministrator, takesAway } from '#domain/contact-access.ts'
import { isEmail } from '#domain/contact-details.ts'
import { notFound } from '../../http/problems.ts'
import { contactFactor, endPasswordSessions, forgetSecondFactor } from '../../session/second-factor-store.ts'
import { clientNumbered } from './client-store.ts'
import { addressOfContact } from './contact-address.ts'
import { changeAddress } from '../door/changed-address.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import {
  type ContactForm,
  changeContact,
  contactDetails,
  dropPasswordLink,
  endSessionsOfContact,
  insertContact,
  listContacts,
  nextContact,
  noteSecondFactorReset,
  replacePlaces,
} from './contact-store.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

/** The master of contacts: their names, visibility and places. */
export function bindContacts(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { settings, mailer } = dependencies
  const endpoints = consoleApi.consoleContacts
  const at = (now: Date) => ({
    now,
    liveSince: new Date(now.getTime() - settings.limits.sessionIdleMinutes * 60_000),
  })

  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, note }) => {
    const { client = null, installation, search } = question
    await note({ client, details: { installation, search } })
    return listContacts(tx, { ...question, limit })
  })

  bindConsole(binding, endpoints.view, async ({ client, contact }, { tx, now, note }) => {
    const found = await contactDetails(tx.of(client), contact, at(now))
    if (!found) throw notFound()
    await note({ client, details: { contact } })
    return found
  })

  bindConsole(binding, endpoints.create, async ({ client, number, places, ...typed }, context) => {
    const { tx, now, sentences, note } = context
    const form = checked(typed, context)
    insistOnSupervisor(null, { ...form, active: true }, context)
    const own = tx.of(client)
    if (!(await clientNumbered(tx, client))) throw notFound()
    const contact = number ?? (await nextContact(own))
    if (!(await insertContact(own, contact, form))) throw wrong({ number: sentences.master['number-taken']() })
    await place(own, contact, places, context)
    await note({ client, details: { contact, visibility: form.visibility } })
    return written(await contactDetails(own, contact, at(now)))
  })

  bindConsole(binding, endpoints.change, async ({ client, contact, places, active, revision, ...typed }, context) => {
    const { tx, now, note } = context
    const form = checked(typed, context)
    const own = tx.of(client)
    const before = await contactDetails(own, contact, at(now))
    if (!before) throw notFound()
    insistOnSupervisor(before, { ...form, active }, context)
    // A contact who has had a password may become an administrator again: then links go to this address.
    const hasHadPassword = before.visibility === 'client' || before.username !== null
    if (hasHadPassword && before.email !== form.email) insistOnSupervisorFor('email', context)
    const { email } = hasHadPassword
      ? await changeAddress(
          addressOfContact({ client, contact, name: form.name }, dependencies, context),
          { before: before.email || null, typed: form.email || null },
          mailer.isThere,
          context,
        )
      : form
    if (!(await changeContact(own, contact, { ...form, email: email ?? '', active, revision }, now))) {
      throw changedMeanwhile(contactNow, { current: written(await contactDetails(own, contact, at(now))) })
    }
    await place(own, contact, places, context)
    const after = written(await contactDetails(own, contact, at(now)))
    // A link may lie in the mailbox that is no longer theirs.
    const leavesAddress = before.email !== '' && before.email !== after.email
    if (takesAway(before, after)) await endSessionsOfContact(own, contact)
    if (!active || form.visibility !== 'client' || leavesAddress) await dropPasswordLink(own, contact)
    // People may ask for the erasure of their data, but audit lines stay. So these lines name only the field.
    const personal = (['name', 'email', 'phone'] as const).filter((field) => before[field] !== form[field])
    const details = { contact, personal, ...changesOf(before, after, ['visibility', 'active', 'places']) }
    await note({ client, details })
    return written(await contactDetails(own, contact, at(now)))
  })

  bindConsole(binding, endpoints.resetSecondFactor, async ({ client, contact }, { tx, now, note }) => {
    const own = tx.of(client)
    if (!(await noteSecondFactorReset(own, contact, now))) throw notFound()
    await forgetSecondFactor(own, contactFactor(own, contact))
    await endPasswordSessions(own, contact)
    await note({ client, details: { contact } })
    return written(await contactDetails(own, contact, at(now)))
  })
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
  const email = typed.email.trim()
  if (email !== '' && !isEmail(email)) throw wrong({ email: sentences.field['bad-email']() })
  return { name: typed.name.trim(), email, phone: typed.phone.trim(), visibility: typed.visibility }
}
