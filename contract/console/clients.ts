import { CLIENT_AREAS } from '#domain/account.ts'
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
  recordNumber,
  requiredText,
  text,
} from '../wire.ts'
import { activeInAddress, keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const clientArea = oneOf(CLIENT_AREAS)
const areas = list(clientArea, 3)

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
    form: 'session',
    input: consoleInput({
      code: identity('none', z.int().check(z.positive(), z.maximum(999_999_999))),
      name: requiredText(200),
      email: text(254),
      areas,
    }),
    data: listedClient,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/clients/change',
    summary: 'Change a client; deactivating ends its sessions. 409 with the current client if somebody has changed it',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      client: recordNumber('client'),
      name: requiredText(200),
      email: text(254),
      areas,
      active: boolean,
      /** Undefined: unchanged. */
      secondFactorRequired: optional(boolean),
      revision,
    }),
    data: listedClient,
  }),
}

export const clientNow = changedMeanwhile(listedClient)
