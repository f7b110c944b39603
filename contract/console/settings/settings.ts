import * as z from 'zod/mini'
import { SETTING_GROUPS } from '#domain/settings.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { changedMeanwhile } from '../revision.ts'
import {
  boolean,
  consoleObject,
  count,
  eachOf,
  identity,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  requiredText,
  text,
} from '../../wire.ts'

const address = text(254)
const lines = list(requiredText(200), 20)
const hours = identity('none', z.number())
const change = identity('none', z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)))

/** As `changeableSettings` of `domain/settings.ts`, whose rules the server applies. */
const groups = {
  names: consoleObject({ provider: requiredText(100), product: requiredText(100) }),
  contact: consoleObject({
    phone: requiredText(60),
    email: address,
    emails: consoleObject({
      realEstate: optional(address),
      apps: optional(address),
      bc: optional(address),
      technical: optional(address),
    }),
    suggestions: optional(address),
    customerDefender: optional(address),
    dataProtection: optional(address),
    openingHours: consoleObject({ es: lines, en: lines }),
  }),
  appearance: consoleObject({ accent: text(7) }),
  promises: consoleObject({
    officeHours: consoleObject(eachOf(URGENCIES, () => hours)),
    nearHours: hours,
  }),
  silence: consoleObject({ officeDays: count, warningOfficeDays: count }),
  figures: consoleObject({ byTechnician: boolean }),
}

/** The settings in force, and their history. */
export const settingsNow = consoleObject({
  ...groups,
  /** The groups changed at the console; the files decide all others. */
  changed: list(oneOf(SETTING_GROUPS)),
  /** The number of the newest change, or 0. A change names the one that was on the screen. */
  newest: change,
  /** The last fifty changes, the newest first. */
  history: list(
    consoleObject({
      change,
      group: oneOf(SETTING_GROUPS),
      /** The change that this one takes back. */
      undoes: nullable(change),
      /** It is the newest of its group. */
      mayUndo: boolean,
      by: text(200),
      at: instant,
    }),
  ),
})

/** The present settings, which the loser of a race gets with a 409. */
export const settingsMeanwhile = changedMeanwhile(settingsNow)

export const consoleSettings = {
  list: endpoint({
    method: 'GET',
    path: '/console/settings',
    summary: "The provider's settings that are changed at the console, as they are in force, with the last changes",
    access: 'supervisor',
    input: consoleInput({}),
    data: settingsNow,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/settings/change',
    summary: 'Change groups of settings; every server works by them within seconds',
    access: 'supervisor',
    input: consoleInput({
      newest: change,
      names: optional(groups.names),
      contact: optional(groups.contact),
      appearance: optional(groups.appearance),
      promises: optional(groups.promises),
      silence: optional(groups.silence),
      figures: optional(groups.figures),
    }),
    data: settingsNow,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/console/settings/undo',
    summary: "Take back the newest change of a group: what was before it counts again, or the files' value",
    access: 'supervisor',
    input: consoleInput({ change }),
    data: settingsNow,
  }),
}
