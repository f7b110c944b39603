import { CLIENT_AREAS, VISIBILITIES } from '#domain/account.ts'
import { INCIDENT_STATES } from '#domain/incident.ts'
import {
  AREAS,
  CHANNELS,
  ENTRY_KINDS,
  PHONE_ORIGINS,
  SHOWN_TURNS,
  SIDES,
  TICKET_KINDS,
  TICKET_STATES,
} from '#domain/ticket.ts'
import { MAX_TITLE } from '#domain/ticket-draft.ts'
import * as z from 'zod/mini'
import { fileId, stagedFileId } from '../attachment-codec.ts'
import { endpoint, consoleInput } from '../endpoint.ts'
import { moduleNumber, chosenUrgency, ticketNumber, urgency } from '../ticket-codec.ts'
import {
  as,
  boolean,
  count,
  day,
  identity,
  inAddress,
  instant,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'
import { technicianName } from './session.ts'

const nothing = nullable(wireObject({}))

export const clientCode = recordNumber('client')
const installationCode = recordCode('installation')
const entryNumber = recordNumber('entry')
const companyCode = recordCode('company')
const contactNumber = recordNumber('contact')

/** On the wire the words that stand inside: this API is ours alone. */
export const ticketAreaWord = oneOf(AREAS)
const clientAreaWord = oneOf(CLIENT_AREAS)
const kindWord = oneOf(TICKET_KINDS)
const stateWord = oneOf(TICKET_STATES)
/** Whose turn it is. Nobody's: a conversation with the assistant, going on or never ended; null: what is over. */
export const turnWord = nullable(oneOf(SHOWN_TURNS))
const sideWord = oneOf(SIDES)
const entryKindWord = oneOf(ENTRY_KINDS)
const phoneOrigin = oneOf(PHONE_ORIGINS)
/** The incidents' and developments' states, in words. */
export const workStateWord = oneOf(INCIDENT_STATES)

export const VIEWS = [
  'mine',
  'unassigned',
  'waiting-for-us',
  'waiting-for-customer',
  'claimed',
  'near-promise',
  'open',
  'closed',
] as const

/** Somebody of the provider's. */
export const colleague = wireObject({ username: as('username', technicianName), name: as('name', text(200)) })

/** Who else has a ticket open now. */
const viewer = wireObject({
  username: as('username', technicianName),
  name: as('name', text(200)),
  writing: as('writing', boolean),
})

const clientName = wireObject({ code: as('code', clientCode), name: as('name', text(200)) })

const moduleName = wireObject({ number: as('number', moduleNumber), name: as('name', text(100)) })

export const queueRow = wireObject({
  number: as('number', ticketNumber),
  title: as('title', text(200)),
  client: as('client', clientName),
  installation: as('installation', installationCode),
  version: as('version', text(20)),
  raisedBy: as('raisedBy', text(1000)),
  /** The contact or client that it was raised for; empty where that is who raised it. */
  behalf: as('behalf', text(1000)),
  area: as('area', ticketAreaWord),
  module: as('module', nullable(moduleName)),
  urgency: as('urgency', urgency),
  kind: as('kind', kindWord),
  state: as('state', stateWord),
  accepted: as('accepted', boolean),
  turn: as('turn', turnWord),
  claimsInARow: as('claimsInARow', count),
  lastEntry: as('lastEntry', wireObject({ kind: as('kind', entryKindWord), at: as('at', instant) })),
  /** Until when Support means to have answered; null while no answer is awaited. */
  dueAt: as('dueAt', nullable(instant)),
  assignee: as('assignee', nullable(colleague)),
  attachments: as('attachments', count),
  createdAt: as('createdAt', instant),
  viewers: as('viewers', list(viewer)),
})

/** A file as technicians see it. */
export const consoleFile = wireObject({
  id: as('id', fileId),
  name: as('name', text(100)),
  mime: as('mime', text(100)),
  bytes: as('bytes', count),
  addedAt: as('addedAt', instant),
})

const stagedFiles = list(
  wireObject({ id: as('id', stagedFileId), name: as('name', text(100)), bytes: as('bytes', count) }),
)

/** What both sides see of the timeline. */
const timelineFields = {
  /** Grows with each entry: the last one seen is what an answer is guarded with. */
  id: as('id', integer),
  kind: as('kind', entryKindWord),
  side: as('side', sideWord),
  /** Of the customer's messages: its own number. */
  number: as('number', nullable(ticketNumber)),
  text: as('text', text(100_000)),
  author: as('author', text(1000)),
  behalf: as('behalf', text(1000)),
  at: as('at', instant),
  closes: as('closes', boolean),
  origin: as('origin', text(100)),
  /** By AI. */
  transcribed: as('transcribed', boolean),
  /** Word by word what was said in a call, as a technician typed it. */
  typedTranscript: as('typedTranscript', boolean),
  /** The assistant worded it. */
  generated: as('generated', boolean),
  /** What a transcription said before its customer corrected it. */
  originalText: as('originalText', nullable(text(100_000))),
  /** Who a claim went to. */
  recipient: as('recipient', nullable(text(1000))),
  attachments: as('attachments', list(consoleFile)),
}
const consoleEntry = wireObject(timelineFields)

/** What technicians alone see. */
const internalNote = wireObject({
  id: as('id', integer),
  author: as('author', text(200)),
  text: as('text', text(20_000)),
  at: as('at', instant),
})

const earlierParts = wireObject({
  entriesBefore: as('entriesBefore', nullable(entryNumber)),
  notesBefore: as('notesBefore', nullable(integer)),
})

/** What the loser of a race is told with a 409: what was written since. */
export const writtenMeanwhile = wireObject({
  entries: as('entries', list(consoleEntry)),
  latestEntry: as('latestEntry', integer),
})

/** The same for a ticket that somebody else took or gave away. */
export const assignedMeanwhile = wireObject({ assignee: as('assignee', nullable(colleague)) })

const answerDraft = wireObject({
  text: as('text', text(20_000)),
  files: as('files', stagedFiles),
  savedAt: as('savedAt', instant),
})

const ticketDetails = wireObject({
  number: as('number', ticketNumber),
  title: as('title', text(200)),
  installation: as('installation', installationCode),
  company: as('company', companyCode),
  area: as('area', ticketAreaWord),
  kind: as('kind', kindWord),
  module: as('module', nullable(moduleName)),
  customDevelopment: as('customDevelopment', boolean),
  urgency: as('urgency', urgency),
  /** The version that it was raised with. */
  version: as('version', text(20)),
  origin: as('origin', text(100)),
  channel: as('channel', oneOf(CHANNELS)),
  fromAssistant: as('fromAssistant', boolean),
  raisedBy: as('raisedBy', text(1000)),
  /** The contact or client that it was raised for; empty where that is who raised it. */
  behalf: as('behalf', text(1000)),
  contactName: as('contactName', text(1000)),
  email: as('email', text(1000)),
  phoneAssistance: as('phoneAssistance', boolean),
  phone: as('phone', text(1000)),
  callWindow: as('callWindow', text(1000)),
  calledBackAt: as('calledBackAt', nullable(instant)),
  notedBy: as('notedBy', nullable(colleague)),
  callMinutes: as('callMinutes', nullable(count)),
  relatedTicket: as('relatedTicket', nullable(ticketNumber)),
  state: as('state', stateWord),
  accepted: as('accepted', boolean),
  acceptedBySilence: as('acceptedBySilence', boolean),
  silentAcceptanceAt: as('silentAcceptanceAt', nullable(instant)),
  rating: as('rating', nullable(count)),
  turn: as('turn', turnWord),
  claimsInARow: as('claimsInARow', count),
  dueAt: as('dueAt', nullable(instant)),
  blockingIncident: as('blockingIncident', nullable(recordNumber('incident'))),
  assignee: as('assignee', nullable(colleague)),
  /** Who answered last. */
  technician: as('technician', nullable(text(200))),
  createdAt: as('createdAt', instant),
  closedAt: as('closedAt', nullable(instant)),
})

const linkedWork = (kind: 'incident' | 'development') =>
  wireObject({
    number: as('number', recordNumber(kind)),
    title: as('title', text(1000)),
    state: as('state', workStateWord),
    plannedDelivery: as('plannedDelivery', nullable(day)),
  })

const ticketValuation = wireObject({
  number: as('number', recordNumber('valuation')),
  description: as('description', text(400)),
  /** What its client decided; else whether it may still do so. */
  standing: as('standing', oneOf(['undecided', 'accepted', 'rejected', 'closed'])),
})

const contactCard = wireObject({
  id: as('id', contactNumber),
  name: as('name', text(200)),
  email: as('email', text(254)),
  phone: as('phone', text(50)),
  visibility: as('visibility', oneOf(VISIBILITIES)),
  active: as('active', boolean),
})

const companyName = wireObject({ code: as('code', companyCode), name: as('name', text(200)) })

const installationCard = wireObject({
  code: as('code', installationCode),
  version: as('version', text(20)),
  companies: as('companies', list(companyName)),
})

const otherTicket = wireObject({
  number: as('number', ticketNumber),
  title: as('title', text(200)),
  state: as('state', stateWord),
  accepted: as('accepted', boolean),
  turn: as('turn', turnWord),
  claimsInARow: as('claimsInARow', count),
  createdAt: as('createdAt', instant),
})

/** As much of what was said and noted as goes into one answer, the newest of it; and which come before the rest, if any. */
const timelinePart = {
  timeline: as('timeline', list(consoleEntry)),
  notes: as('notes', list(internalNote)),
  earlier: as('earlier', earlierParts),
}

export const consoleTicket = wireObject({
  ticket: as('ticket', ticketDetails),
  /** The number that was asked for, where it is that of a ticket joined to this one. */
  joinedFrom: as('joinedFrom', nullable(ticketNumber)),
  /** All tickets that were joined to it. */
  joined: as('joined', list(wireObject({ number: as('number', ticketNumber), title: as('title', text(200)) }))),
  ...timelinePart,
  latestEntry: as('latestEntry', integer),
  incidents: as('incidents', list(linkedWork('incident'))),
  developments: as('developments', list(linkedWork('development'))),
  /** Its own and those of its developments, newest first. */
  valuations: as('valuations', list(ticketValuation)),
  client: as(
    'client',
    wireObject({
      code: as('code', clientCode),
      name: as('name', text(200)),
      email: as('email', text(254)),
      areas: as('areas', list(clientAreaWord)),
    }),
  ),
  installation: as('installation', installationCard),
  contact: as('contact', nullable(contactCard)),
  /** The last ones of the same contact or person, newest first. */
  otherTickets: as('otherTickets', list(otherTicket)),
  viewers: as('viewers', list(viewer)),
  draft: as('draft', nullable(answerDraft)),
})

const stagedReferences = optional(list(stagedFileId, 100))
const entryAdded = wireObject({ entry: as('entry', integer) })

export const consoleTickets = {
  queue: endpoint({
    method: 'GET',
    path: '/console/tickets',
    summary: 'One part of a view of the queue, across clients; claimed ones first, then what is due soonest',
    access: 'technician',
    input: consoleInput({
      view: as('view', optional(oneOf(VIEWS))),
      client: as('client', optional(inAddress(clientCode))),
      /** A ticket's number or that of one of its replies. */
      number: as('number', optional(inAddress(ticketNumber))),
      /** Words of the client's name, the title or the timeline; accents, case and inflection do not matter. */
      text: as('text', optional(text(200))),
      assignee: as('assignee', optional(technicianName)),
      area: as('area', optional(ticketAreaWord)),
      module: as('module', optional(inAddress(moduleNumber))),
      urgency: as('urgency', optional(urgency)),
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(queueRow)), next: nextPart }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/console/ticket-counts',
    summary: 'How many tickets each view of the queue has, unfiltered',
    access: 'technician',
    input: consoleInput({}),
    data: wireObject({
      mine: as('mine', count),
      unassigned: as('unassigned', count),
      'waiting-for-us': as('waiting-for-us', count),
      'waiting-for-customer': as('waiting-for-customer', count),
      claimed: as('claimed', count),
      'near-promise': as('near-promise', count),
      open: as('open', count),
      closed: as('closed', count),
    }),
  }),
  modules: endpoint({
    method: 'GET',
    path: '/console/ticket-modules',
    summary: 'The modules that a ticket may be about; technical support takes any',
    access: 'technician',
    input: consoleInput({}),
    data: list(
      wireObject({
        number: as('number', moduleNumber),
        name: as('name', text(100)),
        area: as('area', clientAreaWord),
      }),
    ),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/ticket',
    summary: 'One ticket with all that stands beside it; any number of a message of it leads there',
    access: 'technician',
    input: consoleInput({ number: as('number', inAddress(ticketNumber)) }),
    data: consoleTicket,
  }),
  earlier: endpoint({
    method: 'GET',
    path: '/console/ticket/earlier',
    summary: 'What was said and noted before: the next part back of each of the two that has one',
    access: 'technician',
    input: consoleInput({
      ticket: as('ticket', inAddress(ticketNumber)),
      entriesBefore: as('entriesBefore', optional(inAddress(entryNumber))),
      notesBefore: as('notesBefore', optional(inAddress(integer))),
    }),
    data: wireObject(timelinePart),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/console/ticket/answer',
    summary: 'Answer the customer; 409 with what was written since `seen`, unless it is to be sent anyway',
    access: 'technician',
    input: consoleInput({
      ticket: as('ticket', ticketNumber),
      text: as('text', requiredText(20_000)),
      /** The answer also closes the ticket. */
      closes: as('closes', optional(boolean)),
      files: as('files', stagedReferences),
      /** The latest entry that was on the screen. */
      seen: as('seen', integer),
      anyway: as('anyway', optional(boolean)),
    }),
    data: entryAdded,
  }),
  note: endpoint({
    method: 'POST',
    path: '/console/ticket/note',
    summary: 'Tell the colleagues something; no customer ever sees it',
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', ticketNumber), text: as('text', requiredText(20_000)) }),
    data: wireObject({ note: as('note', integer) }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/console/ticket/assign',
    summary: 'Say who takes care of it; 409 when `was` is not who did until now',
    access: 'technician',
    input: consoleInput({
      ticket: as('ticket', ticketNumber),
      technician: as('technician', nullable(technicianName)),
      was: as('was', optional(nullable(technicianName))),
    }),
    data: wireObject({ assignee: as('assignee', nullable(colleague)) }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/ticket/properties',
    summary: 'Change its urgency, module or area',
    access: 'technician',
    input: consoleInput({
      ticket: as('ticket', ticketNumber),
      urgency: as('urgency', optional(chosenUrgency)),
      module: as('module', optional(nullable(moduleNumber))),
      area: as('area', optional(ticketAreaWord)),
    }),
    data: wireObject({ dueAt: as('dueAt', nullable(instant)) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/console/ticket/merge',
    summary: "Join one ticket's timeline to another's of the same client; its numbers lead there from then on",
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', ticketNumber), into: as('into', ticketNumber) }),
    data: wireObject({ number: as('number', ticketNumber) }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/console/ticket/files',
    summary: 'Files for the answer that is being written to a ticket; parts as the customers send theirs',
    access: 'technician',
    kind: 'upload',
    input: consoleInput({ ticket: as('ticket', inAddress(ticketNumber)) }),
    data: stagedFiles,
  }),
  download: endpoint({
    method: 'GET',
    path: '/console/file',
    summary: 'One file of any ticket, incident or development',
    access: 'technician',
    kind: 'file',
    input: consoleInput({ file: as('file', fileId) }),
    data: nothing,
  }),
  presence: endpoint({
    method: 'POST',
    path: '/console/ticket/presence',
    summary: 'Say that one has it open, and learn who else does; said again every 15 seconds, it lapses after 40',
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', ticketNumber), writing: as('writing', boolean) }),
    data: wireObject({ viewers: as('viewers', list(viewer)), latestEntry: as('latestEntry', integer) }),
  }),
  draft: endpoint({
    method: 'GET',
    path: '/console/ticket/draft',
    summary: 'What this technician has begun to write for a ticket',
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', inAddress(ticketNumber)) }),
    data: nullable(answerDraft),
  }),
  saveDraft: endpoint({
    method: 'POST',
    path: '/console/ticket/draft',
    summary: 'Keep what has been written so far, with its staged files; an empty one is forgotten',
    budget: 'draft',
    access: 'technician',
    input: consoleInput({
      ticket: as('ticket', ticketNumber),
      text: as('text', text(20_000)),
      files: as('files', stagedReferences),
    }),
    data: wireObject({ savedAt: as('savedAt', instant) }),
  }),
  discardDraft: endpoint({
    method: 'POST',
    path: '/console/ticket/draft/discard',
    summary: 'Forget what has been written',
    budget: 'draft',
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', ticketNumber) }),
    data: nothing,
  }),
  cannedAnswers: endpoint({
    method: 'GET',
    path: '/console/ticket/canned-answers',
    summary: 'The canned answers with their fields filled in for a ticket',
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', inAddress(ticketNumber)) }),
    data: list(
      wireObject({
        id: as('id', recordNumber('canned-answer')),
        title: as('title', text(200)),
        text: as('text', text(40_000)),
      }),
    ),
  }),
  callers: endpoint({
    method: 'GET',
    path: '/console/callers',
    summary: 'Who may be on the phone: clients and contacts by name, phone, e-mail, code or installation; the first 20',
    access: 'technician',
    input: consoleInput({ text: as('text', requiredText(100)) }),
    data: list(
      wireObject({
        client: as('client', clientName),
        contact: as(
          'contact',
          nullable(
            wireObject({
              id: as('id', contactNumber),
              name: as('name', text(200)),
              email: as('email', text(254)),
              phone: as('phone', text(50)),
            }),
          ),
        ),
        installations: as('installations', list(installationCode)),
      }),
    ),
  }),
  callOptions: endpoint({
    method: 'GET',
    path: '/console/call-options',
    summary: 'What a call of a client may be about and from whom: areas, installations with companies, contacts',
    access: 'technician',
    input: consoleInput({ client: as('client', inAddress(clientCode)) }),
    data: wireObject({
      client: as('client', clientName),
      areas: as('areas', list(ticketAreaWord)),
      installations: as('installations', list(installationCard)),
      contacts: as(
        'contacts',
        list(
          wireObject({
            id: as('id', contactNumber),
            name: as('name', text(200)),
            email: as('email', text(254)),
            phone: as('phone', text(50)),
            installations: as('installations', list(installationCode)),
          }),
        ),
      ),
    }),
  }),
  recordCall: endpoint({
    method: 'POST',
    path: '/console/calls',
    summary: 'Write a call down as a ticket of whoever called',
    access: 'technician',
    input: consoleInput({
      client: as('client', clientCode),
      installation: as('installation', installationCode),
      /** Null: the client itself. */
      contact: as('contact', nullable(contactNumber)),
      company: as('company', companyCode),
      area: as('area', ticketAreaWord),
      module: as('module', nullable(moduleNumber)),
      title: as('title', requiredText(MAX_TITLE)),
      text: as('text', requiredText(20_000)),
      kind: as('kind', kindWord),
      urgency: as('urgency', chosenUrgency),
      /** Which phone it came by. */
      origin: as('origin', phoneOrigin),
      minutes: as('minutes', identity('none', z.int().check(z.minimum(0), z.maximum(600)))),
      /** The text is what was said, word by word; the customer may then correct it. */
      transcript: as('transcript', boolean),
    }),
    data: wireObject({ number: as('number', ticketNumber) }),
  }),
  callbacks: endpoint({
    method: 'GET',
    path: '/console/callbacks',
    summary: 'Who asked for a call and has not had one, oldest first',
    access: 'technician',
    input: consoleInput({ ...keyset }),
    data: wireObject({
      items: as(
        'items',
        list(
          wireObject({
            number: as('number', ticketNumber),
            title: as('title', text(200)),
            client: as('client', clientName),
            contactName: as('contactName', text(1000)),
            phone: as('phone', text(1000)),
            callWindow: as('callWindow', text(1000)),
            urgency: as('urgency', urgency),
            state: as('state', stateWord),
            accepted: as('accepted', boolean),
            turn: as('turn', turnWord),
            claimsInARow: as('claimsInARow', count),
            assignee: as('assignee', nullable(colleague)),
            createdAt: as('createdAt', instant),
          }),
        ),
      ),
      next: nextPart,
    }),
  }),
  calledBack: endpoint({
    method: 'POST',
    path: '/console/callbacks/done',
    summary: 'Say that the person has been called; what was said may be kept as an internal note',
    access: 'technician',
    input: consoleInput({
      ticket: as('ticket', ticketNumber),
      note: as('note', optional(nullable(text(20_000)))),
    }),
    data: nothing,
  }),
}
