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
import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { MAX_TITLE } from '#domain/ticket-draft.ts'
import * as z from 'zod/mini'
import { fileId, heldBack, stagedFileId } from '../files/file-codec.ts'
import { endpoint, consoleInput } from '../endpoint.ts'
import { moduleNumber, chosenUrgency, ticketNumber, urgency } from '../ticket-codec.ts'
import {
  boolean,
  consoleObject,
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
} from '../wire.ts'
import { addressRefusal } from './addresses.ts'
import { keyset, nextPart } from './keyset.ts'
import { VIEWS, queueFilter, queueOrder } from './queue/queue-filter.ts'
import { technicianName } from './session/open-session.ts'

const nothing = nullable(consoleObject({}))

export const clientCode = recordNumber('client')
const installationCode = recordCode('installation')
const entryNumber = recordNumber('entry')
const companyCode = recordCode('company')
const contactNumber = recordNumber('contact')

/** The console's API is ours alone, so its words are the domain's. */
export const ticketAreaWord = oneOf(AREAS)
const clientAreaWord = oneOf(CLIENT_AREAS)
export const kindWord = oneOf(TICKET_KINDS)
const stateWord = oneOf(TICKET_STATES)
/** Whose turn it is. A conversation with the assistant, open or abandoned, is nobody's; null: the ticket is over. */
export const turnWord = nullable(oneOf(SHOWN_TURNS))
const sideWord = oneOf(SIDES)
const entryKindWord = oneOf(ENTRY_KINDS)
const phoneOrigin = oneOf(PHONE_ORIGINS)
/** The incidents' and developments' states, in words. */
export const workStateWord = oneOf(INCIDENT_STATES)

/** A technician. */
export const colleague = consoleObject({ username: technicianName, name: text(200) })

/** A colleague who has the ticket open. */
const viewer = consoleObject({
  username: technicianName,
  name: text(200),
  writing: boolean,
})

const clientName = consoleObject({ code: clientCode, name: text(200) })

const moduleName = consoleObject({ number: moduleNumber, name: text(100) })

export const queueRow = consoleObject({
  number: ticketNumber,
  title: text(200),
  client: clientName,
  installation: installationCode,
  version: text(20),
  raisedBy: text(1000),
  /** The contact or client that the author wrote for; empty if that is the author. */
  behalf: text(1000),
  area: ticketAreaWord,
  module: nullable(moduleName),
  urgency,
  kind: kindWord,
  state: stateWord,
  accepted: boolean,
  turn: turnWord,
  claimsInARow: count,
  lastEntry: consoleObject({ kind: entryKindWord, at: instant }),
  /** When Support's answer is due; null while none is awaited. */
  dueAt: nullable(instant),
  assignee: nullable(colleague),
  attachments: count,
  createdAt: instant,
  viewers: list(viewer),
  /** Customers' entries of an open ticket that this technician has not seen. */
  unread: count,
})

/** A file in the technicians' view. */
export const consoleFile = consoleObject({
  id: fileId,
  name: text(100),
  mime: text(100),
  bytes: count,
  addedAt: instant,
  heldBack,
})

const stagedFiles = list(consoleObject({ id: stagedFileId, name: text(100), bytes: count }))

/** The timeline's fields for both sides. */
const timelineFields = {
  /** Grows with each entry; an answer names the last one seen. */
  id: integer,
  kind: entryKindWord,
  side: sideWord,
  /** A customer's message has a number of its own. */
  number: nullable(ticketNumber),
  text: text(100_000),
  author: text(1000),
  behalf: text(1000),
  at: instant,
  closes: boolean,
  origin: text(100),
  /** The AI wrote the transcript. */
  transcribed: boolean,
  /** A technician typed the transcript of a call. */
  typedTranscript: boolean,
  /** The assistant wrote it. */
  generated: boolean,
  /** The assistant wrote it in the manuals' own sentences, without a model. */
  fromManuals: boolean,
  /** The transcript before its customer corrected it. */
  originalText: nullable(text(100_000)),
  /** The text that the entry's mail quotes below these words, and its signature. */
  quoted: nullable(text(20_000)),
  /** The person whom a claim was addressed to. */
  recipient: nullable(text(1000)),
  attachments: list(consoleFile),
}
const consoleEntry = consoleObject(timelineFields)

/** For technicians alone. */
const internalNote = consoleObject({
  id: integer,
  author: text(200),
  text: text(20_000),
  at: instant,
})

const earlierParts = consoleObject({
  entriesBefore: nullable(entryNumber),
  notesBefore: nullable(integer),
})

/** The data of a 409 for the loser of a race: the entries written since. */
export const writtenMeanwhile = consoleObject({
  entries: list(consoleEntry),
  latestEntry: integer,
})

/** The same for a ticket whose assignment has changed. */
export const assignedMeanwhile = consoleObject({ assignee: nullable(colleague) })

const answerDraft = consoleObject({
  text: text(20_000),
  files: stagedFiles,
  savedAt: instant,
})

const ticketDetails = consoleObject({
  number: ticketNumber,
  title: text(200),
  installation: installationCode,
  company: companyCode,
  area: ticketAreaWord,
  kind: kindWord,
  module: nullable(moduleName),
  customDevelopment: boolean,
  urgency,
  /** The version at the time it was raised. */
  version: text(20),
  origin: text(100),
  channel: oneOf(CHANNELS),
  fromAssistant: boolean,
  raisedBy: text(1000),
  /** The contact or client that the author wrote for; empty if that is the author. */
  behalf: text(1000),
  contactName: text(1000),
  email: text(1000),
  phoneAssistance: boolean,
  phone: text(1000),
  callWindow: text(1000),
  calledBackAt: nullable(instant),
  notedBy: nullable(colleague),
  callMinutes: nullable(count),
  relatedTicket: nullable(ticketNumber),
  state: stateWord,
  accepted: boolean,
  acceptedBySilence: boolean,
  silentAcceptanceAt: nullable(instant),
  rating: nullable(count),
  turn: turnWord,
  claimsInARow: count,
  dueAt: nullable(instant),
  blockingIncident: nullable(recordNumber('incident')),
  assignee: nullable(colleague),
  /** Who answered last. */
  technician: nullable(text(200)),
  createdAt: instant,
  closedAt: nullable(instant),
})

const linkedWork = (kind: 'incident' | 'development') =>
  consoleObject({
    number: recordNumber(kind),
    title: text(1000),
    state: workStateWord,
    plannedDelivery: nullable(day),
  })

/** A problem of the product, as tickets and incidents name it. */
export const namedProblem = consoleObject({
  id: recordNumber('problem'),
  title: text(200),
  state: oneOf(PROBLEM_STATES),
  published: boolean,
})

const ticketValuation = consoleObject({
  number: recordNumber('valuation'),
  description: text(400),
  /** The client's decision; otherwise whether it is still possible. */
  standing: oneOf(['undecided', 'accepted', 'rejected', 'closed']),
})

const contactCard = consoleObject({
  id: contactNumber,
  name: text(200),
  email: text(254),
  phone: text(50),
  visibility: oneOf(VISIBILITIES),
  active: boolean,
})

const companyName = consoleObject({ code: companyCode, name: text(200) })

const installationCard = consoleObject({
  code: installationCode,
  version: text(20),
  companies: list(companyName),
})

const otherTicket = consoleObject({
  number: ticketNumber,
  title: text(200),
  state: stateWord,
  accepted: boolean,
  turn: turnWord,
  claimsInARow: count,
  createdAt: instant,
})

/** The newest entries and notes, as many as fit into one answer, and where the rest begins. */
const timelinePart = {
  timeline: list(consoleEntry),
  notes: list(internalNote),
  earlier: earlierParts,
}

export const consoleTicket = consoleObject({
  ticket: ticketDetails,
  /** The requested number, if it is a joined ticket's. */
  joinedFrom: nullable(ticketNumber),
  /** All tickets joined to it. */
  joined: list(consoleObject({ number: ticketNumber, title: text(200) })),
  ...timelinePart,
  latestEntry: integer,
  /** Customers' entries that this technician has not seen. */
  unread: count,
  incidents: list(linkedWork('incident')),
  developments: list(linkedWork('development')),
  /** Problems of the ticket's incidents, and those that its author has said they meet. */
  problems: list(namedProblem),
  /** The ticket's own and its developments', newest first. */
  valuations: list(ticketValuation),
  client: consoleObject({
    code: clientCode,
    name: text(200),
    email: text(254),
    areas: list(clientAreaWord),
  }),
  installation: installationCard,
  contact: nullable(contactCard),
  /** The refusal of the address that the ticket's mails go to. */
  mailRefusal: addressRefusal,
  /** The newest of the same contact or person. */
  otherTickets: list(otherTicket),
  viewers: list(viewer),
  draft: nullable(answerDraft),
})

const stagedReferences = optional(list(stagedFileId, 100))
const entryAdded = consoleObject({ entry: integer })

export const consoleTickets = {
  queue: endpoint({
    method: 'GET',
    path: '/console/tickets',
    summary:
      'One part of a view of the queue, across clients; without an order: claimed tickets first, then the earliest due',
    access: 'technician',
    input: consoleInput({
      view: optional(oneOf(VIEWS)),
      /** A ticket's number or that of one of its replies. */
      number: optional(inAddress(ticketNumber)),
      ...queueFilter,
      order: queueOrder,
      ...keyset,
    }),
    data: consoleObject({ items: list(queueRow), next: nextPart }),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/console/ticket-totals',
    summary: 'How many tickets a list has, up to 10,000',
    access: 'technician',
    input: consoleInput({ view: optional(oneOf(VIEWS)), ...queueFilter }),
    data: consoleObject({
      total: count,
      /** There are more; the figures cover the first 10,000 of the list. */
      hasMore: boolean,
      claimed: count,
      overdue: count,
      unassigned: count,
      /** Of recorded calls. */
      minutes: count,
    }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/console/ticket-counts',
    summary: 'How many tickets each view of the queue has, unfiltered',
    access: 'technician',
    input: consoleInput({}),
    data: consoleObject({
      mine: count,
      unassigned: count,
      'waiting-for-us': count,
      'waiting-for-customer': count,
      claimed: count,
      'third-claim': count,
      'near-promise': count,
      open: count,
      /** 10,000 at most. */
      closed: count,
      hasMoreClosed: boolean,
      /** Of `mine`, those with entries that this technician has not seen; 100 at most, which may stand for more. */
      unread: count,
      /** The mails that wait to be sorted. */
      receivedMail: count,
    }),
  }),
  modules: endpoint({
    method: 'GET',
    path: '/console/ticket-modules',
    summary: 'The modules that a ticket can concern; technical support takes any',
    access: 'technician',
    input: consoleInput({}),
    data: list(
      consoleObject({
        number: moduleNumber,
        name: text(100),
        area: clientAreaWord,
      }),
    ),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/ticket',
    summary: 'One ticket with everything around it; the number of any of its messages leads to it',
    access: 'technician',
    input: consoleInput({ number: inAddress(ticketNumber) }),
    data: consoleTicket,
  }),
  earlier: endpoint({
    method: 'GET',
    path: '/console/ticket/earlier',
    summary: 'The next older part of the timeline and of the notes',
    access: 'technician',
    input: consoleInput({
      ticket: inAddress(ticketNumber),
      entriesBefore: optional(inAddress(entryNumber)),
      notesBefore: optional(inAddress(integer)),
    }),
    data: consoleObject(timelinePart),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/console/ticket/answer',
    summary: 'Answer the customer; 409 with the entries since `seen`, unless the answer is to be sent anyway',
    access: 'technician',
    input: consoleInput({
      ticket: ticketNumber,
      text: requiredText(20_000),
      /** The answer closes the ticket. */
      closes: optional(boolean),
      files: stagedReferences,
      /** The last entry on the screen. */
      seen: integer,
      anyway: optional(boolean),
    }),
    data: entryAdded,
  }),
  note: endpoint({
    method: 'POST',
    path: '/console/ticket/note',
    summary: 'Add an internal note; no customer ever sees it',
    access: 'technician',
    input: consoleInput({ ticket: ticketNumber, text: requiredText(20_000) }),
    data: consoleObject({ note: integer }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/console/ticket/assign',
    summary: 'Assign a ticket; 409 if `was` is not the present assignee',
    access: 'technician',
    input: consoleInput({
      ticket: ticketNumber,
      technician: nullable(technicianName),
      was: optional(nullable(technicianName)),
    }),
    data: consoleObject({ assignee: nullable(colleague) }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/ticket/properties',
    summary: 'Change the urgency, module or area',
    access: 'technician',
    input: consoleInput({
      ticket: ticketNumber,
      urgency: optional(chosenUrgency),
      module: optional(nullable(moduleNumber)),
      area: optional(ticketAreaWord),
    }),
    data: consoleObject({ dueAt: nullable(instant) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/console/ticket/merge',
    summary: 'Join one ticket to another of the same client; its numbers lead there from then on',
    access: 'technician',
    input: consoleInput({ ticket: ticketNumber, into: ticketNumber }),
    data: consoleObject({ number: ticketNumber }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/console/ticket/files',
    summary: "Upload files for an answer in progress; the same form as the customers'",
    access: 'technician',
    kind: 'upload',
    input: consoleInput({ ticket: inAddress(ticketNumber) }),
    data: stagedFiles,
  }),
  download: endpoint({
    method: 'GET',
    path: '/console/file',
    summary: 'One file of any ticket, incident or development',
    access: 'technician',
    kind: 'file',
    input: consoleInput({ file: fileId }),
    data: nothing,
  }),
  presence: endpoint({
    method: 'POST',
    path: '/console/ticket/presence',
    summary:
      'Report that one has the ticket open, and learn who else does; repeated every 15 seconds, it lapses after 40. `leaving`: one has it open no more',
    access: 'technician',
    input: consoleInput({ ticket: ticketNumber, writing: boolean, leaving: optional(boolean) }),
    data: consoleObject({ viewers: list(viewer), latestEntry: integer }),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/console/ticket/seen',
    summary: 'This technician has seen the ticket up to an entry; it does not count as using the session',
    budget: 'draft',
    access: 'technician',
    isActivity: false,
    input: consoleInput({ ticket: ticketNumber, upTo: integer }),
    data: nothing,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/console/ticket/draft',
    summary: "This technician's draft for a ticket",
    access: 'technician',
    input: consoleInput({ ticket: inAddress(ticketNumber) }),
    data: nullable(answerDraft),
  }),
  saveDraft: endpoint({
    method: 'POST',
    path: '/console/ticket/draft',
    summary:
      'Save the draft with its staged files; an empty one is deleted. 409 if another writer has saved it after `since`',
    budget: 'draft',
    access: 'technician',
    input: consoleInput({
      ticket: ticketNumber,
      text: text(20_000),
      files: stagedReferences,
      /** An open page. Who says nothing overwrites whatever is there. */
      writer: optional(text(100)),
      /** When the version was saved that this writer goes on with. */
      since: optional(nullable(instant)),
    }),
    data: consoleObject({ savedAt: instant }),
  }),
  discardDraft: endpoint({
    method: 'POST',
    path: '/console/ticket/draft/discard',
    summary: 'Delete the draft',
    budget: 'draft',
    access: 'technician',
    input: consoleInput({ ticket: ticketNumber }),
    data: nothing,
  }),
  cannedAnswers: endpoint({
    method: 'GET',
    path: '/console/ticket/canned-answers',
    summary: 'The canned answers with their fields filled in for a ticket',
    access: 'technician',
    input: consoleInput({ ticket: inAddress(ticketNumber) }),
    data: list(
      consoleObject({
        id: recordNumber('canned-answer'),
        title: text(200),
        text: text(40_000),
      }),
    ),
  }),
  callers: endpoint({
    method: 'GET',
    path: '/console/callers',
    summary: 'Who may be on the phone: clients and contacts by name, phone, e-mail, code or installation; the first 20',
    access: 'technician',
    input: consoleInput({ text: requiredText(100) }),
    data: list(
      consoleObject({
        client: clientName,
        contact: nullable(
          consoleObject({
            id: contactNumber,
            name: text(200),
            email: text(254),
            phone: text(50),
          }),
        ),
        installations: list(installationCode),
      }),
    ),
  }),
  callOptions: endpoint({
    method: 'GET',
    path: '/console/call-options',
    summary: "The choices for recording a client's call: areas, installations with companies, contacts",
    access: 'technician',
    input: consoleInput({ client: inAddress(clientCode) }),
    data: consoleObject({
      client: clientName,
      areas: list(ticketAreaWord),
      installations: list(installationCard),
      contacts: list(
        consoleObject({
          id: contactNumber,
          name: text(200),
          email: text(254),
          phone: text(50),
          installations: list(installationCode),
        }),
      ),
    }),
  }),
  recordCall: endpoint({
    method: 'POST',
    path: '/console/calls',
    summary: 'Record a call as a ticket of the caller',
    access: 'technician',
    input: consoleInput({
      client: clientCode,
      installation: installationCode,
      /** Null: the client itself. */
      contact: nullable(contactNumber),
      company: companyCode,
      area: ticketAreaWord,
      module: nullable(moduleNumber),
      title: requiredText(MAX_TITLE),
      text: requiredText(20_000),
      kind: kindWord,
      urgency: chosenUrgency,
      /** The phone's origin code. */
      origin: phoneOrigin,
      minutes: identity('none', z.int().check(z.minimum(0), z.maximum(600))),
      /** The text is a transcript, which the customer may correct. */
      transcript: boolean,
    }),
    data: consoleObject({ number: ticketNumber }),
  }),
  callbacks: endpoint({
    method: 'GET',
    path: '/console/callbacks',
    summary: 'The calls still owed to customers, oldest first',
    access: 'technician',
    input: consoleInput({ ...keyset }),
    data: consoleObject({
      items: list(
        consoleObject({
          number: ticketNumber,
          title: text(200),
          client: clientName,
          contactName: text(1000),
          phone: text(1000),
          callWindow: text(1000),
          urgency,
          state: stateWord,
          accepted: boolean,
          turn: turnWord,
          claimsInARow: count,
          assignee: nullable(colleague),
          createdAt: instant,
        }),
      ),
      next: nextPart,
    }),
  }),
  calledBack: endpoint({
    method: 'POST',
    path: '/console/callbacks/done',
    summary: 'Mark a call as made, optionally with an internal note',
    access: 'technician',
    input: consoleInput({
      ticket: ticketNumber,
      note: optional(nullable(text(20_000))),
    }),
    data: nothing,
  }),
}
