import { CLIENT_AREAS, ENTRY_MODES, VISIBILITIES } from '#domain/account.ts'
import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  boolean,
  consoleObject,
  count,
  identity,
  inAddress,
  list,
  oneOf,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
} from '../wire.ts'
import { activeInAddress, keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const clientArea = oneOf(CLIENT_AREAS)
const areas = list(clientArea, 3)
const newCode = identity('none', z.int().check(z.positive(), z.maximum(999_999_999)))

/** A client, and how much belongs to it. */
export const listedClient = consoleObject({
  code: recordNumber('client'),
  name: text(200),
  email: text(254),
  areas: list(clientArea),
  /** Nobody can enter from an inactive one. */
  active: boolean,
  /** Its administrators need a second factor beside the password. */
  secondFactorRequired: boolean,
  installations: count,
  contacts: count,
  revision,
})

/** What a client's forms set: that of a new one, that of a change and the whole taking-on. */
const clientForm = { name: requiredText(200), email: text(254), areas }

export const consoleClients = {
  list: endpoint({
    method: 'GET',
    path: '/console/clients',
    summary: 'Clients by name',
    access: 'technician',
    input: consoleInput({
      /** Searches name, e-mail address and code. */
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: consoleObject({ items: list(listedClient), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/client',
    summary: 'One client',
    access: 'technician',
    input: consoleInput({ client: inAddress(recordNumber('client')) }),
    data: listedClient,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/clients/create',
    summary: 'Create a client, with its code in the main application',
    access: 'supervisor',
    input: consoleInput({
      code: newCode,
      ...clientForm,
    }),
    data: listedClient,
  }),
  takeOn: endpoint({
    method: 'POST',
    path: '/console/clients/take-on',
    summary:
      'Create a client with its first installation, company, key (a shared secret) and contact: all of it or nothing',
    access: 'supervisor',
    answersSecret: true,
    input: consoleInput({
      code: newCode,
      ...clientForm,
      installation: requiredText(64),
      version: text(20),
      entryMode: oneOf(ENTRY_MODES),
      clientAdministrator: boolean,
      callerOptional: boolean,
      company: requiredText(20),
      companyName: requiredText(200),
      contactName: requiredText(200),
      contactEmail: text(254),
      contactPhone: text(50),
      visibility: oneOf(VISIBILITIES),
    }),
    data: consoleObject({
      client: consoleObject({ code: recordNumber('client'), name: text(200) }),
      installation: recordCode('installation'),
      company: recordCode('company'),
      contact: recordNumber('contact'),
      kid: recordCode('signing-key', 100),
      /** The text whose bytes sign; shown only this once. */
      secret: text(100),
    }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/clients/change',
    summary: 'Change a client; deactivating ends its sessions. 409 with the current client if somebody has changed it',
    access: 'supervisor',
    input: consoleInput({
      client: recordNumber('client'),
      ...clientForm,
      active: boolean,
      /** Undefined: unchanged. */
      secondFactorRequired: optional(boolean),
      revision,
    }),
    data: listedClient,
  }),
}

export const clientNow = changedMeanwhile(listedClient)
