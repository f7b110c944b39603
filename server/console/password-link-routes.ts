import { consoleApi } from '#contract/console/api.ts'
import { type Problem, invalid, notFound } from '../http/problems.ts'
import { type ConsoleBinding, bindConsole } from './console-binding.ts'
import type { ConsoleDependencies } from './console.ts'
import { administratorOf, dropExpiredLinks, isUsernameTaken, newPasswordLink } from './password-link-store.ts'
import { linkExpiry } from './technician-store.ts'

/** Invitations of administrators of clients, and «He olvidado la contraseña»: the same link. */
export function bindPasswordLinks(binding: ConsoleBinding, { origin }: ConsoleDependencies): void {
  bindConsole(binding, consoleApi.consolePasswordLinks.issue, async ({ client, contact, ...typed }, context) => {
    const { tx, technician, now, sentences, note } = context
    const own = tx.of(client)
    const known = await administratorOf(own, contact)
    if (!known) throw notFound()
    if (known.visibility !== 'client') throw wrong({ contact: sentences.console['no-administrator']() })
    const username = known.username ?? typed.username?.trim() ?? ''
    if (username === '') throw wrong({ username: sentences.field.required() })
    await dropExpiredLinks(tx, now)
    if (await isUsernameTaken(tx, username, client, contact)) {
      throw wrong({ username: sentences.console['name-taken']() })
    }
    const token = await newPasswordLink(own, { contact, username, issuer: technician.username }, now)
    await note({ client, details: { contact, username } })
    const address = `${origin}/public/contrasena#t=${encodeURIComponent(token)}`
    return { address, username, expiresAt: linkExpiry(now) }
  })
}

const wrong = (fields: Record<string, string>): Problem => invalid((s) => s.session['check-fields'](), fields)
