import type { FastifyRequest } from 'fastify'
import { Problem } from './problems.ts'

type MailedLink = 'password-link' | 'console-link' | 'address-link'

/** A mailed link that is no longer valid. Every link gets the same answer, whoever's it was. */
export function linkRefused({ log, ip }: FastifyRequest, link: MailedLink): Problem {
  log.warn({ security: `${link}-refused`, address: ip }, 'a mailed link was refused')
  return new Problem(401, (s) => s.session['link-refused']())
}
