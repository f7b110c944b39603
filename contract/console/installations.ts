import { ENTRY_MODES, SIGNING_ALGORITHMS } from '#domain/account.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  boolean,
  consoleObject,
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
} from '../wire.ts'
import { activeInAddress, keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const installationCode = recordCode('installation')
const nothing = nullable(consoleObject({}))

/** `signed`: only signed links enter. `limited`: an unsigned link opens a limited session. */
const entryMode = oneOf(ENTRY_MODES)
const version = text(20)

export const listedInstallation = consoleObject({
  code: installationCode,
  client: consoleObject({ code: recordNumber('client'), name: text(200) }),
  version,
  entryMode,
  /** Nobody enters from an inactive one. */
  active: boolean,
  companies: count,
  /** Valid signing keys. */
  keys: count,
  revision,
})

export const listedCompany = consoleObject({
  code: recordCode('company'),
  name: text(200),
  /** No ticket can be raised for an inactive one. */
  active: boolean,
  revision,
})

const kid = recordCode('signing-key', 100)
const algorithm = oneOf(SIGNING_ALGORITHMS)

export const listedKey = consoleObject({
  kid,
  algorithm,
  /** EdDSA: the public key, base64url; a shared secret is never shown again. */
  publicKey: nullable(text(100)),
  /** Whether an entry as the client itself may have an administrator's rights. */
  clientAdministrator: boolean,
  /** Whether an entry may omit the caller. */
  callerOptional: boolean,
  createdAt: instant,
  /** When it stops being valid; in the future after a rotation. */
  revokedAt: nullable(instant),
  live: boolean,
  /** Open sessions by this key. */
  sessions: count,
})

/** A new key. `secret` is the text whose bytes sign, shown only this once; null if a public key was given. */
const newKey = consoleObject({ kid, secret: nullable(text(100)) })

const keyForm = {
  /** EdDSA: the 32 bytes of the public key, base64url. */
  publicKey: optional(nullable(text(100))),
}

export const consoleInstallations = {
  list: endpoint({
    method: 'GET',
    path: '/console/installations',
    summary: 'Installations by code',
    access: 'technician',
    input: consoleInput({
      client: optional(inAddress(recordNumber('client'))),
      /** Searches code and client's name. */
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: consoleObject({ items: list(listedInstallation), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/installation',
    summary: 'One installation',
    access: 'technician',
    input: consoleInput({ installation: installationCode }),
    data: listedInstallation,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/installations/create',
    summary: 'Create an installation of a client, with its code in the main application',
    access: 'supervisor',
    input: consoleInput({
      client: recordNumber('client'),
      code: requiredText(64),
      version,
      entryMode,
    }),
    data: listedInstallation,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/installations/change',
    summary: 'Change version, entry mode and activity; deactivating ends its sessions',
    access: 'supervisor',
    input: consoleInput({
      installation: installationCode,
      version,
      entryMode,
      active: boolean,
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
      installation: installationCode,
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: consoleObject({ items: list(listedCompany), next: nextPart }),
  }),
  createCompany: endpoint({
    method: 'POST',
    path: '/console/companies/create',
    summary: 'Create a company of an installation',
    access: 'supervisor',
    input: consoleInput({
      installation: installationCode,
      code: requiredText(20),
      name: requiredText(200),
    }),
    data: listedCompany,
  }),
  changeCompany: endpoint({
    method: 'POST',
    path: '/console/companies/change',
    summary: 'Change the name of a company, and whether tickets can be raised for it',
    access: 'supervisor',
    input: consoleInput({
      installation: installationCode,
      company: recordCode('company'),
      name: requiredText(200),
      active: boolean,
      revision,
    }),
    data: listedCompany,
  }),
  keys: endpoint({
    method: 'GET',
    path: '/console/signing-keys',
    summary: 'The keys that an installation signs entries with, newest first',
    access: 'supervisor',
    input: consoleInput({ installation: installationCode, ...keyset }),
    data: consoleObject({ items: list(listedKey), next: nextPart }),
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/console/signing-keys/create',
    summary: 'Create a key; 409 if two are valid. With `publicKey` it is EdDSA, otherwise a shared secret is generated',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({
      installation: installationCode,
      ...keyForm,
      clientAdministrator: boolean,
      callerOptional: boolean,
    }),
    data: newKey,
  }),
  rotateKey: endpoint({
    method: 'POST',
    path: '/console/signing-keys/rotate',
    summary: 'Create a key with the rights of the old one, which stays valid until a moment at most 90 days ahead',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({ kid, ...keyForm, oldUntil: instant }),
    data: newKey,
  }),
  revokeKey: endpoint({
    method: 'POST',
    path: '/console/signing-keys/revoke',
    summary: 'Revoke a key now, and end the sessions that it opened',
    access: 'supervisor',
    input: consoleInput({ kid }),
    data: nothing,
  }),
}

export const installationNow = changedMeanwhile(listedInstallation)
export const companyNow = changedMeanwhile(listedCompany)
