import { consoleApi } from '#contract/console/api.ts'
import type { SheetKind } from '#contract/console/start/record-sheets.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { Fields } from '#contract/wire.ts'
import { decodeInput } from '../../http/door.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { addsClient, changesClient } from '../masters/client-acts.ts'
import { clientNumbered } from '../masters/client-store.ts'
import { addsContact, openAt, writesContact } from '../masters/contact-acts.ts'
import { contactDetails } from '../masters/contact-store.ts'
import {
  addsCompany,
  addsInstallation,
  changesCompany,
  changesInstallation,
  ownOf,
} from '../masters/installation-acts.ts'
import { companyCoded, installationCoded } from '../masters/installation-store.ts'
import { wrong } from '../masters/master-form.ts'
import { contactsAddressed } from './sheet-store.ts'
import { type Values, differing, pick } from './sheet-values.ts'
import type { SheetWords } from './sheet-words.ts'

export type ActNeeds = Pick<ConsoleDependencies, 'settings' | 'mailer' | 'origin' | 'secrets'>

export interface LineAsked {
  readonly values: Values
  readonly context: ConsoleContext
  readonly words: SheetWords
  readonly needs: ActNeeds
}

/** A record as it is before its line is carried out. */
export interface FoundRecord {
  /** Identifies it among all of its kind; null while it has no key. */
  readonly key: string | null
  /** Null if it is new. */
  readonly row: Values | null
  /** The record's values after the line. */
  readonly values: Values
  /** Creates or changes it by the act of the master's form. Returns its key. */
  readonly carryOut: () => Promise<string>
}

/** Finds each kind's record by its natural key. The masters' acts judge its values: they throw a Problem. */
export const RECORD_OF: Readonly<Record<SheetKind, (asked: LineAsked) => Promise<FoundRecord>>> = {
  clients: async ({ values, context }) => {
    const endpoints = consoleApi.consoleClients
    const code = neededNumber('code', values, context)
    const row = (await clientNumbered(context.tx, code)) ?? null
    const begun = { email: '', areas: ['main'], ...pick(values, fieldsOf(endpoints.create)) }
    return found(String(code), row, values, {
      create: async () => {
        await addsClient(decoded(endpoints.create, begun, context), context)
        return { ...begun, active: true, secondFactorRequired: false }
      },
      change: (given) => changesClient(decoded(endpoints.change, { client: code, ...given }, context), context),
      fields: fieldsOf(endpoints.change, 'client'),
    })
  },

  installations: async ({ values, context }) => {
    const endpoints = consoleApi.consoleInstallations
    const code = neededText('code', values, context)
    const row = (await installationCoded(context.tx, code, context.now)) ?? null
    if (row && values['client'] !== undefined && values['client'] !== row.client.code) {
      throw wrong({ code: context.sentences.master['code-taken']() })
    }
    const begun = { version: '', entryMode: 'signed', ...pick(values, fieldsOf(endpoints.create)) }
    return found(code, row, values, {
      create: async () => {
        await addsInstallation(decoded(endpoints.create, begun, context), context)
        return { ...begun, active: true }
      },
      change: (given) =>
        changesInstallation(decoded(endpoints.change, { installation: code, ...given }, context), context),
      fields: fieldsOf(endpoints.change, 'installation'),
    })
  },

  companies: async ({ values, context }) => {
    const endpoints = consoleApi.consoleInstallations
    const installation = neededText('installation', values, context)
    const code = neededText('code', values, context)
    const own = await ownOf(context.tx, installation, context.now)
    const row = (await companyCoded(own, installation, code)) ?? null
    const place = { installation, company: code }
    const begun = pick(values, fieldsOf(endpoints.createCompany))
    return found(`${installation} ${code}`, row, values, {
      create: async () => {
        await addsCompany(decoded(endpoints.createCompany, begun, context), own, context)
        return { ...begun, active: true }
      },
      change: (given) => changesCompany(decoded(endpoints.changeCompany, { ...place, ...given }, context), context),
      fields: fieldsOf(endpoints.changeCompany, 'installation', 'company'),
    })
  },

  contacts: async ({ values, context, words, needs }) => {
    const endpoints = consoleApi.consoleContacts
    const client = neededNumber('client', values, context)
    const number = await contactMeant(values, context, words)
    const own = context.tx.of(client)
    const row = number === null ? null : ((await contactDetails(own, number, openAt(context.now, needs))) ?? null)
    const waiting = row?.newAddress?.email.toLowerCase()
    // An administrator's changed address waits until it is confirmed: a line with the waiting address asks for no change.
    const isAsked = waiting !== undefined && String(values['email']).toLowerCase() === waiting
    const asked = isAsked && row ? { ...values, email: row.email } : values
    const begun = { ...NO_CONTACT, ...pick(values, fieldsOf(endpoints.create, 'number')) }
    let contact = number
    return found(number === null ? null : `${client} ${number}`, row, asked, {
      create: async () => {
        contact = await addsContact(decoded(endpoints.create, { ...begun, number }, context), context)
        return { ...begun, active: true }
      },
      change: (given) =>
        writesContact(decoded(endpoints.change, { client, contact, ...given }, context), context, needs),
      fields: fieldsOf(endpoints.change, 'client', 'contact'),
      keyOf: () => `${client} ${contact}`,
    })
  },
}

const NO_CONTACT = { email: '', phone: '', visibility: 'own', places: [] }

/** The fields of a form, without the revision and the record's key. */
const fieldsOf = ({ input: { fields } }: { readonly input: { readonly fields: Fields } }, ...key: readonly string[]) =>
  Object.keys(fields).filter((field) => field !== 'revision' && !key.includes(field))

interface Acts {
  /**
   * Creates it as a form does, and returns its values: fields that the form lacks have the values of every new record.
   */
  readonly create: () => Promise<Values>
  readonly change: (given: Values) => Promise<unknown>
  /** The fields that a line can change. */
  readonly fields: readonly string[]
  /** For a record that gets its key when it is created. */
  readonly keyOf?: () => string
}

const FIRST_REVISION = 1

function found(
  key: string | null,
  row: (object & { readonly revision: number }) | null,
  values: Values,
  { create, change, fields, keyOf }: Acts,
): FoundRecord {
  return {
    key,
    row: row && pick({ ...row }, fields),
    values,
    carryOut: async () => {
      const before = pick(row ? { ...row } : await create(), fields)
      const given = differing(before, values)
      const { revision } = row ?? { revision: FIRST_REVISION }
      if (Object.keys(given).length > 0) await change({ ...before, ...given, revision })
      return key ?? keyOf?.() ?? ''
    },
  }
}

/** By its number, otherwise by its e-mail address; null if it is new and gets the next number. */
async function contactMeant(values: Values, { tx }: ConsoleContext, words: SheetWords): Promise<number | null> {
  const { client, number, email } = values
  if (typeof number === 'number') return number
  if (typeof client !== 'number' || typeof email !== 'string') throw wrong({ number: words.numberOrEmail })
  const [first = null, ...others] = await contactsAddressed(tx.of(client), email)
  if (first !== null && others.length > 0) throw wrong({ email: words.manyContacts([first, ...others].join(', ')) })
  return first
}

function neededNumber(field: string, values: Values, { sentences }: ConsoleContext): number {
  const value = values[field]
  if (typeof value !== 'number') throw wrong({ [field]: sentences.field.required() })
  return value
}

function neededText(field: string, values: Values, { sentences }: ConsoleContext): string {
  const value = values[field]
  if (typeof value !== 'string') throw wrong({ [field]: sentences.field.required() })
  return value
}

/** The input of a form's call, as if a browser had sent it. */
const decoded = <E extends Endpoint>(endpoint: E, wire: Values, { sentences }: ConsoleContext): Input<E> =>
  decodeInput(endpoint, wire, sentences)
