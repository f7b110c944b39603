import { KEY_SCOPES } from '#domain/technician.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { boolean, consoleObject, instant, list, nullable, oneOf, recordNumber, requiredText, text } from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'

const nothing = nullable(consoleObject({}))
const key = recordNumber('api-key')
const scopes = list(oneOf(KEY_SCOPES), KEY_SCOPES.length)

export const listedApiKey = consoleObject({
  id: key,
  name: text(100),
  /** Its account in the audit. */
  username: text(200),
  scopes,
  /** The last characters of the key in force. */
  ending: text(10),
  createdBy: text(200),
  createdAt: instant,
  expiresAt: instant,
  /** Until when the key from before the last rotation stays valid; null: none is. */
  previousUntil: nullable(instant),
  revokedAt: nullable(instant),
  lastUsedAt: nullable(instant),
  live: boolean,
})

/** A key; shown only this once. */
const newKey = consoleObject({ key: listedApiKey, secret: text(100) })

export const consoleApiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/console/api-keys',
    summary: 'The keys by which programs call the console, newest first',
    access: 'supervisor',
    input: consoleInput({ ...keyset }),
    data: consoleObject({ items: list(listedApiKey), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/api-keys/create',
    summary: 'Create a key that allows the calls of its scopes, for at most two years',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({ name: requiredText(100), scopes, expiresAt: instant }),
    data: newKey,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/console/api-keys/rotate',
    summary:
      'Replace a key by another of the same account; the old one stays valid until a moment at most 30 days ahead',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({ key, oldUntil: instant }),
    data: newKey,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/console/api-keys/revoke',
    summary: 'Revoke a key now, and the one from before a rotation with it',
    access: 'supervisor',
    input: consoleInput({ key }),
    data: nothing,
  }),
}
