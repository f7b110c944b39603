import { mimeOf } from '#domain/attachment.ts'
import { ALSO_EXTENSIONS, type AllowedExtension, takenExtensions } from '#domain/files/file-choice.ts'
import { MAX_FILE_NAME } from '#domain/files/file-name.ts'
import { CLIENT_AREAS, ENTRY_MODES, isInstallationCode, PERSON_SOURCES, VISIBILITIES } from '#domain/account.ts'
import { DEVELOPMENT_STATES } from '#domain/development.ts'
import { INCIDENT_CLAIMS, INCIDENT_STATES } from '#domain/incident.ts'
import { MAIL_CHOICES } from '#domain/personal-data.ts'
import { TECHNICIAN_ROLES } from '#domain/technician.ts'
import { AREAS, ENTRY_KINDS, MESSAGES, TICKET_KINDS, TICKET_STATES } from '#domain/ticket.ts'
import { ANY_URGENCIES } from '#domain/urgency.ts'
import { MAX_CONCEPT, MAX_HOURS, MAX_LINES, MAX_PRICE, MAX_VAT } from '#domain/valuation/amounts.ts'
import { DECISIONS, VALUATION_EVENTS } from '#domain/valuation/valuation.ts'
import { VALIDATIONS, WORK_EVENTS } from '#domain/work.ts'
import * as z from 'zod/mini'
import { isFileId } from '../db/file-places.ts'

/** PostgreSQL holds neither U+0000 nor half a surrogate pair. */
const holdable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), {
  error: 'holds characters that no text can hold',
})
const words = (most: number) => z.string().check(z.maxLength(most), holdable)
const given = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), holdable)

const name = words(1000)
const title = words(1000)
const email = words(254)
const text = words(1_000_000)
const code = given(64)
const installation = z.string().check(z.refine(isInstallationCode, { error: 'is no code of an installation' }))
const version = words(100)
const username = given(254)

/** The limit of numbers that technicians assign. */
const given15 = z.int().check(z.minimum(1), z.maximum(999_999_999_999_999))
/** The limit of numbers that the portal counts up; it leaves room for many more. */
const counted = z.int().check(z.minimum(1), z.maximum(999_999_999_999))

const year = z.refine<string>((value) => !value.startsWith('0000'), { error: 'has a year 0' })
const moment = z.iso
  .datetime({ offset: true })
  .check(year, z.regex(/^[^.]*(\.\d{1,6})?(Z|\+00:00)$/, { error: 'is not in UTC, or finer than a microsecond' }))
const day = z.iso.date().check(year)
const none = z.nullable
const flag = z.boolean()

const deliveries = {
  version: z.string().check(z.regex(/^(V\d{3}(\.\d{1,2})?)?$/, { error: 'is no version such as V031.1' })),
  validation: none(z.enum(VALIDATIONS)),
}
const installed = {
  deliveredOn: none(day),
  plannedTest: none(day),
  testInstalledOn: none(day),
  plannedProduction: none(day),
  productionInstalledOn: none(day),
}

const counted32 = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** The lines of an offer, in hundredths. */
const offeredLines = z
  .array(
    z.strictObject({
      concept: given(MAX_CONCEPT),
      hours: none(z.int().check(z.minimum(1), z.maximum(MAX_HOURS))),
      price: z.int().check(z.minimum(-MAX_PRICE), z.maximum(MAX_PRICE)),
      vat: z.int().check(z.minimum(0), z.maximum(MAX_VAT)),
    }),
  )
  .check(z.maxLength(MAX_LINES))

/**
 * The schema of a line of each kind. It contains the checks of the database, too, so that the database refuses no line
 * that passes here.
 */
export const LINES = {
  modules: z.strictObject({ number: given15, name, area: z.enum(CLIENT_AREAS), topic: words(60), listed: flag }),
  technicians: z
    .strictObject({
      username,
      name,
      role: z.enum(TECHNICIAN_ROLES),
      active: flag,
      email: none(email.check(z.refine((value) => value === value.toLowerCase(), { error: 'is not in lower case' }))),
      ofKey: flag,
    })
    .check(
      z.refine(({ ofKey, role, active, email }) => !ofKey || (role === 'technician' && !active && email === null), {
        error: 'a key has no role, no address and is not active',
      }),
    ),
  clients: z.strictObject({
    clientId: given15,
    name,
    email,
    areas: z.array(z.enum(CLIENT_AREAS)).check(z.maxLength(20)),
    active: flag,
    secondFactorRequired: flag,
  }),
  installations: z.strictObject({
    clientId: given15,
    code: installation,
    version,
    entryMode: z.enum(ENTRY_MODES),
    active: flag,
  }),
  companies: z.strictObject({ clientId: given15, installationCode: installation, code, name, active: flag }),
  contacts: z.strictObject({
    clientId: given15,
    contactId: given15,
    name,
    email,
    phone: words(1000),
    visibility: z.enum(VISIBILITIES),
    active: flag,
    enteredAt: none(moment),
    emailChangedAt: none(moment),
  }),
  'contact-installations': z.strictObject({ clientId: given15, contactId: given15, installationCode: installation }),
  'contact-companies': z.strictObject({
    clientId: given15,
    contactId: given15,
    installationCode: installation,
    companyCode: code,
  }),
  'log-ins': z.strictObject({ clientId: given15, contactId: given15, username }),
  persons: z.strictObject({
    clientId: given15,
    personId: counted,
    installationCode: none(installation),
    source: z.enum(PERSON_SOURCES),
    login: words(254),
    name,
    named: flag,
  }),
  'mail-choices': z.strictObject({
    clientId: given15,
    email,
    language: z.enum(['es', 'en']),
    choice: z.enum(MAIL_CHOICES),
    refusedAt: none(moment),
    refusal: words(10_000),
  }),
  incidents: z.strictObject({
    clientId: given15,
    number: counted,
    installationCode: installation,
    state: z.enum(INCIDENT_STATES),
    situation: none(words(1000)),
    title,
    department: words(1000),
    sprint: words(1000),
    plannedDelivery: none(day),
    createdAt: moment,
    stateAt: moment,
    ...deliveries,
    ...installed,
  }),
  'incident-claims': z.strictObject({
    clientId: given15,
    incidentNumber: counted,
    sequence: z.int().check(z.minimum(1), z.maximum(INCIDENT_CLAIMS)),
    at: moment,
    author: name,
    personId: none(counted),
  }),
  developments: z.strictObject({
    clientId: given15,
    number: counted,
    installationCode: installation,
    budget: words(1000),
    state: z.enum(DEVELOPMENT_STATES),
    title,
    createdAt: moment,
    requestedOn: none(day),
    plannedDelivery: none(day),
    personId: none(counted),
    contactId: none(given15),
    ...deliveries,
    stateAt: none(moment),
    ...installed,
  }),
  tickets: z
    .strictObject({
      clientId: given15,
      number: counted,
      installationCode: installation,
      companyCode: code,
      personId: counted,
      contactId: none(given15),
      area: z.enum(AREAS),
      kind: z.enum(TICKET_KINDS),
      customDevelopment: flag,
      moduleNumber: none(given15),
      title,
      contactName: name,
      email,
      urgency: z.enum(ANY_URGENCIES),
      phoneAssistance: flag,
      phone: words(1000),
      callWindow: words(1000),
      version,
      origin: words(1000),
      fromAssistant: flag,
      relatedTicket: none(counted),
      raisedBy: name,
      behalf: name,
      technician: none(name),
      createdAt: moment,
      state: z.enum(TICKET_STATES),
      accepted: flag,
      rating: none(z.int().check(z.minimum(1), z.maximum(5))),
      lastEntryKind: z.enum(ENTRY_KINDS),
      lastEntryAt: moment,
      closedAt: none(moment),
      lastClaimAt: none(moment),
      claimsInARow: z.int().check(z.minimum(0), z.maximum(10_000)),
      blockingIncident: none(counted),
      assignee: none(username),
      dueAt: none(moment),
      silentAcceptanceAt: none(moment),
      acceptedBySilence: flag,
      silenceWarnedFor: none(moment),
      firstWarnedAt: none(moment),
      lastWarnedAt: none(moment),
      mergedInto: none(counted),
      notedBy: none(username),
      callMinutes: none(z.int().check(z.minimum(0), z.maximum(600))),
      calledBackAt: none(moment),
      valuationNumber: none(counted),
    })
    .check(
      z.refine(({ accepted, state }) => !accepted || state === 'closed', { error: 'is accepted, but not closed' }),
      z.refine(({ mergedInto, number }) => mergedInto !== number, { error: 'is merged into itself' }),
    ),
  entries: z
    .strictObject({
      clientId: given15,
      entryId: counted,
      ticketNumber: counted,
      number: none(counted),
      kind: z.enum(ENTRY_KINDS),
      closes: flag,
      text,
      author: name,
      behalf: name,
      origin: words(1000),
      transcribed: flag,
      personId: none(counted),
      at: moment,
      recipient: none(name),
      originalText: none(text),
      username: none(username),
      generated: flag,
    })
    .check(
      z.refine(({ closes, kind }) => !closes || kind === 'answer' || kind === 'assistance', {
        error: 'only an answer closes a ticket',
      }),
      z.refine(({ number, kind }) => (number !== null) === MESSAGES.includes(kind), {
        error: 'the messages of customers have a number, and nothing else has',
      }),
    ),
  'internal-notes': z.strictObject({
    clientId: given15,
    noteId: counted,
    ticketNumber: counted,
    username,
    text,
    at: moment,
  }),
  'incident-tickets': z.strictObject({ clientId: given15, incidentNumber: counted, ticketNumber: counted }),
  'development-tickets': z.strictObject({ clientId: given15, developmentNumber: counted, ticketNumber: counted }),
  valuations: z
    .strictObject({
      clientId: given15,
      number: counted,
      description: text,
      createdOn: day,
      ticketNumber: none(counted),
      developmentNumber: none(counted),
      decision: none(z.enum(DECISIONS)),
      decidedBy: none(name),
      decidedAt: none(moment),
      decisionText: text,
      closedAt: none(moment),
      // Exports from before valuations had lines lack it.
      version: z.prefault(counted32, 1),
      lines: z.prefault(offeredLines, []),
      validUntil: z.prefault(none(day), null),
    })
    .check(
      z.refine(({ decision, decidedAt }) => (decision === null) === (decidedAt === null), {
        error: 'a decision has its moment',
      }),
    ),
  'valuation-events': z.strictObject({
    clientId: given15,
    eventId: counted,
    valuationNumber: counted,
    kind: z.enum(VALUATION_EVENTS),
    version: counted32,
    description: text,
    lines: offeredLines,
    validUntil: none(day),
    text,
    author: name,
    username: none(username),
    at: moment,
  }),
  'work-events': z
    .strictObject({
      clientId: given15,
      eventId: counted,
      incidentNumber: none(counted),
      developmentNumber: none(counted),
      kind: z.enum(WORK_EVENTS),
      fromValue: text,
      toValue: text,
      reason: text,
      author: name,
      at: moment,
    })
    .check(
      z.refine(({ incidentNumber, developmentNumber }) => (incidentNumber === null) !== (developmentNumber === null), {
        error: 'is of an incident or of a development',
      }),
    ),
  'data-change-requests': z
    .strictObject({
      clientId: given15,
      requestId: counted,
      personId: counted,
      contactId: none(given15),
      text,
      requestedAt: moment,
      handledAt: none(moment),
      handledBy: none(name),
    })
    .check(
      z.refine(({ handledAt, handledBy }) => (handledAt === null) === (handledBy === null), {
        error: 'who handled it has a moment',
      }),
    ),
  files: z
    .strictObject({
      clientId: given15,
      sequence: counted,
      attachmentId: z.string().check(z.refine(isFileId, { error: 'is no id of a file' })),
      personId: none(counted),
      username: none(username),
      ticketNumber: none(counted),
      entryId: none(counted),
      incidentNumber: none(counted),
      developmentNumber: none(counted),
      name: words(MAX_FILE_NAME).check(
        z.refine((value) => !/[/\\\p{Cc}]/u.test(value), { error: 'is no name of a file' }),
      ),
      mime: words(200).check(
        z.refine((mime) => extensionOfType(mime) !== null, { error: 'is no type that the portal takes' }),
      ),
      bytes: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'is no SHA-256 in hexadecimal' })),
      addedAt: moment,
    })
    .check(
      z.refine(
        ({ ticketNumber, incidentNumber, developmentNumber }) =>
          [ticketNumber, incidentNumber, developmentNumber].filter((number) => number !== null).length === 1,
        { error: 'is of one ticket, incident or development' },
      ),
      z.refine(({ ticketNumber, entryId }) => (ticketNumber === null) === (entryId === null), {
        error: 'is of an entry of its ticket',
      }),
      z.refine(({ personId, username }) => (personId === null) !== (username === null), {
        error: 'was sent by a person or by a technician',
      }),
    ),
} as const

/** The extension of a type as the portal stores it; null for a type that no customer could have sent. */
export const extensionOfType = (mime: string): AllowedExtension | null =>
  takenExtensions(ALSO_EXTENSIONS).find((extension) => mimeOf(extension) === mime) ?? null
