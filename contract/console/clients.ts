import { CLIENT_AREAS } from '#domain/account.ts'
import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  as,
  boolean,
  count,
  identity,
  inAddress,
  list,
  oneOf,
  optional,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from '../wire.ts'
import { activeInAddress, keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const clientArea = oneOf(CLIENT_AREAS)
const areas = as('areas', list(clientArea, 3))

/** A client with how much belongs to it. */
export const listedClient = wireObject({
  code: as('code', recordNumber('client')),
  name: as('name', text(200)),
  email: as('email', text(254)),
  areas: as('areas', list(clientArea)),
  /** An inactive one's people cannot enter. */
  active: as('active', boolean),
  /** Its administrators enter by password with a second factor alone. */
  secondFactorRequired: as('secondFactorRequired', boolean),
  installations: as('installations', count),
  contacts: as('contacts', count),
  revision,
})

export const consoleClients = {
  list: endpoint({
    method: 'GET',
    path: '/console/clients',
    summary: 'Clients by name',
    access: 'technician',
    input: consoleInput({
      /** Found in the name or the e-mail address, or the code itself. */
      search,
      active: activeInAddress,
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(listedClient)), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/client',
    summary: 'One client',
    access: 'technician',
    input: consoleInput({ client: as('client', inAddress(recordNumber('client'))) }),
    data: listedClient,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/clients/create',
    summary: 'A new client, under the code that it has in the main application',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      code: as('code', identity('none', z.int().check(z.positive(), z.maximum(999_999_999)))),
      name: as('name', requiredText(200)),
      email: as('email', text(254)),
      areas,
    }),
    data: listedClient,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/clients/change',
    summary:
      'Change a client; deactivating ends its sessions. 409 with the client as it stands when somebody changed it',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      client: as('client', recordNumber('client')),
      name: as('name', requiredText(200)),
      email: as('email', text(254)),
      areas,
      active: as('active', boolean),
      /** Left out: as it is. */
      secondFactorRequired: as('secondFactorRequired', optional(boolean)),
      revision,
    }),
    data: listedClient,
  }),
}

export const clientNow = changedMeanwhile(listedClient)
