import * as z from 'zod/mini'
import { CLIENT_AREAS } from '#domain/account.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  consoleObject,
  identity,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  recordNumber,
  requiredText,
  text,
} from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'

const notice = recordNumber('notice')
const nothing = nullable(consoleObject({}))
/** Null: all clients. */
const area = nullable(oneOf(CLIENT_AREAS))
/** Such as V031; null: all versions. */
const version = nullable(text(20))

export const listedNotice = consoleObject({
  id: notice,
  area,
  version,
  /** In Spanish and in English. */
  textEs: text(1000),
  textEn: text(1000),
  from: instant,
  until: instant,
  state: oneOf(['current', 'coming', 'past']),
  /** The technician's name. */
  changedBy: text(200),
  revision,
})

const form = {
  area,
  version,
  textEs: requiredText(1000),
  textEn: requiredText(1000),
  from: instant,
  until: instant,
}

/** A notice as the history of its changes keeps it. */
export const keptNotice = consoleObject({ ...form, revision })

export const consoleNotices = {
  list: endpoint({
    method: 'GET',
    path: '/console/notices',
    summary: 'Notices, the latest beginning first',
    access: 'technician',
    input: consoleInput({
      /** Searches both texts. */
      search,
      state: optional(oneOf(['current', 'coming', 'past'])),
      ...keyset,
    }),
    data: consoleObject({ items: list(listedNotice), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/notices/create',
    summary: 'Create a notice, shown as a banner to the customers it concerns',
    access: 'technician',
    input: consoleInput(form),
    data: listedNotice,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/notices/change',
    summary: 'Change a notice; 409 with the current one if somebody has changed it',
    access: 'technician',
    input: consoleInput({ notice, ...form, revision }),
    data: listedNotice,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/console/notices/remove',
    summary: 'Remove a notice; 409 if somebody has changed it',
    access: 'technician',
    input: consoleInput({ notice, revision }),
    data: nothing,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/console/notices/undo',
    summary: 'Take back the newest change of a notice, also its removal; 409 if it has been changed since',
    access: 'technician',
    input: consoleInput({ change: identity('none', z.int().check(z.positive())) }),
    data: nothing,
  }),
}

export const noticeNow = changedMeanwhile(listedNotice)
