import * as z from 'zod/mini'
import { LONGEST_TEXT, SETTING_GROUPS } from '#domain/settings.ts'
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
/** The server refuses what is too long by the field's own path. Files may have more. */
const lines = list(text(LONGEST_TEXT))
const hours = identity('none', z.number())
const inEachLanguage = consoleObject({ es: lines, en: lines })
/** A file's names may be longer than those that are typed. */
const name = requiredText(200)
/** The stamp of a picture at `/public/logo?v=`. */
const picture = nullable(text(64))
const change = identity('none', z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)))

/** A logo is for one of them. */
export const LOGO_THEMES = ['light', 'dark'] as const
export type LogoTheme = (typeof LOGO_THEMES)[number]

/** As `changeableSettings` of `domain/settings.ts`, whose rules the server applies. */
const groups = {
  names: consoleObject({ provider: name, product: name }),
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
    openingHours: inEachLanguage,
  }),
  appearance: consoleObject({ accent: text(7) }),
  legal: consoleObject({
    personalData: inEachLanguage,
    assistant: consoleObject({ warnings: inEachLanguage, privacy: inEachLanguage, limitations: inEachLanguage }),
  }),
  promises: consoleObject({
    officeHours: consoleObject(eachOf(URGENCIES, () => hours)),
    nearHours: hours,
  }),
  silence: consoleObject({ officeDays: count, warningOfficeDays: count }),
  limits: consoleObject({
    attachmentBytes: count,
    attachments: count,
    sessionIdleMinutes: count,
    sessionHours: count,
    consoleIdleMinutes: count,
    consoleSessionHours: count,
    creationsPerMinute: count,
    uploadsPerMinute: count,
    readsPerMinute: count,
    writesPerMinute: count,
    draftsPerMinute: count,
    entriesPerMinute: count,
    changesPerHour: count,
    colleagues: count,
    storage: consoleObject({
      personPerDay: count,
      clientPerDay: count,
      staged: count,
      technicianPerDay: count,
      limitedLinksPerDay: count,
    }),
    limitedLinks: consoleObject({
      entriesPerHour: count,
      creationsPerHour: count,
      uploadsPerHour: count,
      writesPerHour: count,
    }),
  }),
  assistant: consoleObject({
    name: requiredText(100),
    questionsPerHour: count,
    modelAnswersPerDay: count,
    abandonedAfterMinutes: count,
    streams: count,
  }),
  figures: consoleObject({ byTechnician: boolean }),
}

/** One value of a group before and after a change, as text; long ones are cut. */
const changedField = consoleObject({ field: text(100), from: nullable(text(300)), to: nullable(text(300)) })

/** The settings in force, and how they came about. */
export const settingsNow = consoleObject({
  ...groups,
  /** Changed by a call of its own, which takes the picture. */
  logo: consoleObject({ light: picture, dark: picture }),
  /** The groups that were changed at the console; the others are as the files have them. */
  changed: list(oneOf(SETTING_GROUPS)),
  /** The number of the newest change, or 0. A change names the one that was on the screen. */
  newest: change,
  /** The last fifty changes of these and of the notices above customers' screens, the newest first. */
  history: list(
    consoleObject({
      change,
      /** A change of `notices` has a number of its own; `consoleNotices.undo` takes it back. */
      group: oneOf([...SETTING_GROUPS, 'notices']),
      /** The change that this one takes back. */
      undoes: nullable(change),
      /** It is the newest of its group, or of its notice. */
      mayUndo: boolean,
      by: text(200),
      at: instant,
      /** By the path of each: `contact.emails.bc`. */
      fields: list(changedField),
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
      legal: optional(groups.legal),
      limits: optional(groups.limits),
      assistant: optional(groups.assistant),
      figures: optional(groups.figures),
    }),
    data: settingsNow,
  }),
  logo: endpoint({
    method: 'POST',
    path: '/console/settings/logo',
    summary:
      "Change the provider's logo of a theme: an SVG that only draws, a PNG or a WebP, 256 kB at most; without a picture the product's",
    access: 'supervisor',
    bodyBytes: 3 * 1024 * 1024,
    input: consoleInput({
      newest: change,
      theme: oneOf(LOGO_THEMES),
      /** The file's bytes as base64. One that is too large has a sentence of its own. */
      picture: nullable(text(3_000_000)),
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
