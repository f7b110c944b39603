import { ENTRY_MODES, SIGNING_ALGORITHMS } from '#domain/account.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  as,
  boolean,
  count,
  inAddress,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from '../wire.ts'
import { activeInAddress, keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const installationCode = recordCode('installation')
const nothing = nullable(wireObject({}))

/** `signed`: only by a signed link. `limited`: a link without a signature opens a limited session too. */
const entryMode = oneOf(ENTRY_MODES)
const version = as('version', text(20))

export const listedInstallation = wireObject({
  code: as('code', installationCode),
  client: as('client', wireObject({ code: as('code', recordNumber('client')), name: as('name', text(200)) })),
  version,
  entryMode: as('entryMode', entryMode),
  /** Nobody enters from an inactive one. */
  active: as('active', boolean),
  companies: as('companies', count),
  /** Signing keys that are good now. */
  keys: as('keys', count),
  revision,
})

export const listedCompany = wireObject({
  code: as('code', recordCode('company')),
  name: as('name', text(200)),
  /** For an inactive one no new ticket is raised. */
  active: as('active', boolean),
  revision,
})

const kid = recordCode('signing-key', 100)
const algorithm = oneOf(SIGNING_ALGORITHMS)

export const listedKey = wireObject({
  kid: as('kid', kid),
  algorithm: as('algorithm', algorithm),
  /** EdDSA: what signatures are verified with, base64url; a shared secret is never shown again. */
  publicKey: as('publicKey', nullable(text(100))),
  /** Whether an entry for the client itself may be an administrator's. */
  clientAdministrator: as('clientAdministrator', boolean),
  /** Whether an entry may leave out who is calling. */
  callerOptional: as('callerOptional', boolean),
  createdAt: as('createdAt', instant),
  /** From when on it is not good; may lie ahead, after it was rotated. */
  revokedAt: as('revokedAt', nullable(instant)),
  live: as('live', boolean),
  /** Open sessions that it opened. */
  sessions: as('sessions', count),
})

/** A key that was just made; `secret`: the text whose own bytes sign, shown this once; null with a public key. */
const newKey = wireObject({ kid: as('kid', kid), secret: as('secret', nullable(text(100))) })

const keyForm = {
  /** EdDSA: the 32 bytes of the public key, base64url. */
  publicKey: as('publicKey', optional(nullable(text(100)))),
}

export const consoleInstallations = {
  list: endpoint({
    method: 'GET',
    path: '/console/installations',
    summary: 'Installations by code',
    access: 'technician',
    input: consoleInput({
      client: as('client', optional(inAddress(recordNumber('client')))),
      /** Found in the code or the client's name. */
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(listedInstallation)), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/installation',
    summary: 'One installation',
    access: 'technician',
    input: consoleInput({ installation: as('installation', installationCode) }),
    data: listedInstallation,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/installations/create',
    summary: 'A new installation of a client, under the code that it has in the main application',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      client: as('client', recordNumber('client')),
      code: as('code', requiredText(64)),
      version,
      entryMode: as('entryMode', entryMode),
    }),
    data: listedInstallation,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/installations/change',
    summary: 'Change version, entry mode and whether anybody enters from it: deactivating ends its sessions',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      installation: as('installation', installationCode),
      version,
      entryMode: as('entryMode', entryMode),
      active: as('active', boolean),
      revision,
    }),
    data: listedInstallation,
  }),
  companies: endpoint({
    method: 'GET',
    path: '/console/companies',
    summary: 'The companies of an installation by code',
    access: 'technician',
    input: consoleInput({
      installation: as('installation', installationCode),
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(listedCompany)), next: nextPart }),
  }),
  createCompany: endpoint({
    method: 'POST',
    path: '/console/companies/create',
    summary: 'A new company of an installation',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      installation: as('installation', installationCode),
      code: as('code', requiredText(20)),
      name: as('name', requiredText(200)),
    }),
    data: listedCompany,
  }),
  changeCompany: endpoint({
    method: 'POST',
    path: '/console/companies/change',
    summary: 'Change the name of a company, and whether new tickets may be raised for it',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      installation: as('installation', installationCode),
      company: as('company', recordCode('company')),
      name: as('name', requiredText(200)),
      active: as('active', boolean),
      revision,
    }),
    data: listedCompany,
  }),
  keys: endpoint({
    method: 'GET',
    path: '/console/signing-keys',
    summary: 'The keys that an installation signs entries with, newest first',
    access: 'supervisor',
    input: consoleInput({ installation: as('installation', installationCode), ...keyset }),
    data: wireObject({ items: as('items', list(listedKey)), next: nextPart }),
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/console/signing-keys/create',
    summary: 'A new key; 409 when two are good already. With `publicKey` it is EdDSA, else a shared secret is made',
    access: 'supervisor',
    form: 'session',
    answersSecret: true,
    input: consoleInput({
      installation: as('installation', installationCode),
      ...keyForm,
      clientAdministrator: as('clientAdministrator', boolean),
      callerOptional: as('callerOptional', boolean),
    }),
    data: newKey,
  }),
  rotateKey: endpoint({
    method: 'POST',
    path: '/console/signing-keys/rotate',
    summary: 'A new key that may what the old one may, which stays good until a moment at most 90 days ahead',
    access: 'supervisor',
    form: 'session',
    answersSecret: true,
    input: consoleInput({ kid: as('kid', kid), ...keyForm, oldUntil: as('oldUntil', instant) }),
    data: newKey,
  }),
  revokeKey: endpoint({
    method: 'POST',
    path: '/console/signing-keys/revoke',
    summary: 'Revoke a key now; the sessions that it opened end',
    access: 'supervisor',
    input: consoleInput({ kid: as('kid', kid) }),
    data: nothing,
  }),
}

export const installationNow = changedMeanwhile(listedInstallation)
export const companyNow = changedMeanwhile(listedCompany)
