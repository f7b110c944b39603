import { CLIENT_AREAS } from '#domain/account.ts'
import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import { moduleNumber } from '../ticket-codec.ts'
import { as, boolean, identity, list, nullable, oneOf, optional, requiredText, text, wireObject } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const area = as('area', oneOf(CLIENT_AREAS))
/** What the assistant knows the module as: lower-case letters, digits and hyphens; empty: nothing in particular. */
const topic = as('topic', text(60))

export const listedModule = wireObject({
  number: as('number', moduleNumber),
  name: as('name', text(100)),
  area,
  topic,
  /** False: no list offers it to customers. */
  listed: as('listed', boolean),
  revision,
})

const moduleForm = { name: as('name', requiredText(60)), area, topic, listed: as('listed', boolean) }

export const consoleModules = {
  list: endpoint({
    method: 'GET',
    path: '/console/modules',
    summary: 'Modules by name',
    access: 'technician',
    input: consoleInput({
      /** Found in the name or the topic. */
      search,
      area: as('area', optional(oneOf(CLIENT_AREAS))),
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(listedModule)), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/modules/create',
    summary: 'A new module, under the number that it has in the main application or, without one, the next',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({
      number: as('number', optional(nullable(identity('none', z.int().check(z.positive(), z.maximum(999_999_999)))))),
      ...moduleForm,
    }),
    data: listedModule,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/modules/change',
    summary: 'Change a module; 409 with it as it stands when somebody changed it',
    access: 'supervisor',
    form: 'session',
    input: consoleInput({ module: as('module', moduleNumber), ...moduleForm, revision }),
    data: listedModule,
  }),
}

export const moduleNow = changedMeanwhile(listedModule)
