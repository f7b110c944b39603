import { CLIENT_AREAS } from '#domain/account.ts'
import * as z from 'zod/mini'
import { consoleInput, endpoint } from '../endpoint.ts'
import { moduleNumber } from '../ticket-codec.ts'
import { boolean, consoleObject, identity, list, nullable, oneOf, optional, requiredText, text } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const area = oneOf(CLIENT_AREAS)
/** The assistant's name for the module: lower-case letters, digits and hyphens; empty if it has none. */
const topic = text(60)

export const listedModule = consoleObject({
  number: moduleNumber,
  name: text(100),
  area,
  topic,
  /** False: customers' lists omit it. */
  listed: boolean,
  revision,
})

const moduleForm = { name: requiredText(60), area, topic, listed: boolean }

export const consoleModules = {
  list: endpoint({
    method: 'GET',
    path: '/console/modules',
    summary: 'Modules by name',
    access: 'technician',
    input: consoleInput({
      /** Searches name and topic. */
      search,
      area: optional(oneOf(CLIENT_AREAS)),
      ...keyset,
    }),
    data: consoleObject({ items: list(listedModule), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/modules/create',
    summary: 'Create a module, with its number in the main application or the next one',
    access: 'supervisor',
    input: consoleInput({
      number: optional(nullable(identity('none', z.int().check(z.positive(), z.maximum(999_999_999))))),
      ...moduleForm,
    }),
    data: listedModule,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/modules/change',
    summary: 'Change a module; 409 with the current one if somebody has changed it',
    access: 'supervisor',
    input: consoleInput({ module: moduleNumber, ...moduleForm, revision }),
    data: listedModule,
  }),
}

export const moduleNow = changedMeanwhile(listedModule)
