import type * as z from 'zod/mini'
import { as, integer, lineText, optional, recordCode, requiredText, text, wireObject } from './wire.ts'

/** The constant parts of a signed entry (security.md, The signed entry). */
export const ENTRY_TYPE = 'acceso+jwt'
export const ENTRY_AUDIENCE = 'soporte'
/** The subject of an entry that names no contact: the client itself. */
export const CLIENT_SUBJECT = 'cliente'
export const issuerOf = (installation: string) => `erp:${installation}`

/** The person who enters, if the link named none. */
export const loginOf = (contact: number | null) => (contact === null ? 'cliente' : `contacto-${contact}`)
export const limitedLogin = (random: string) => `limitada-${random}`

/** The claims that an installation signs. Others are ignored. */
export const signedEntry = wireObject({
  issuer: as('iss', text(100)),
  audience: as('aud', text(100)),
  /** The number of a contact, or the client itself. */
  subject: as('sub', text(20)),
  caller: as('usr', optional(requiredText(200))),
  name: as('nombre', optional(lineText(200))),
  email: optional(text(254)),
  /** In seconds, as in every token of this kind. */
  issuedAt: as('iat', integer),
  notBefore: as('nbf', optional(integer)),
  expiresAt: as('exp', integer),
  id: as('jti', requiredText(200)),
  context: as(
    'ctx',
    optional(
      wireObject({
        company: as('empresa', optional(recordCode('company'))),
        version: as('llvers', optional(text(20))),
        origin: as('origen', optional(text(100))),
        module: as('pmmodulo', optional(text(100))),
        program: as('pmprograma', optional(text(100))),
        contactName: as('interlocutor', optional(text(200))),
        phone: as('telefono', optional(text(30))),
      }),
    ),
  ),
})

export type SignedEntry = z.output<typeof signedEntry>
