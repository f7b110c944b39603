import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { placeOf } from '../../db/file-places.ts'
import { KINDS } from '../../move/kinds.ts'

interface Size {
  readonly clients: number
  readonly tickets: number
  readonly files: number
}

/** The sizes matter: with much larger or smaller texts and files, the figures would be others. */
const WORDS = 6000
const MOST_FILE_BYTES = 40_000

/**
 * Writes a folder in the neutral format, as another program would. All clients are alike, and words occur as often as
 * in real texts.
 */
export async function writeLargeFolder(folder: string, { clients, tickets, files }: Size): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true })
  const out = new Map(KINDS.map(({ name }) => [name, createWriteStream(join(folder, `${name}.jsonl`))]))
  const counts: Record<string, number> = Object.fromEntries(KINDS.map(({ name }) => [name, 0]))
  const add = async (kind: string, line: object) => {
    counts[kind] = (counts[kind] ?? 0) + 1
    const stream = out.get(kind)
    if (stream && !stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
  }
  const said = speaker()
  await add('technicians', {
    username: 'pilar',
    name: 'Pilar',
    role: 'technician',
    active: true,
    email: null,
    ofKey: false,
  })
  for (let client = 1; client <= clients; client += 1) await addMasters(add, client, said)
  let [entryId, message, sequence] = [0, 1_000_000, 0]
  for (let number = 1; number <= tickets; number += 1) {
    const clientId = 1 + Math.floor(((number - 1) * clients) / tickets)
    const start = Date.UTC(2015, 0, 1) + number * 3_000_000
    const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString().replace('Z', '+00:00')
    const isOpen = number % 10 === 0
    const entry = (kind: string, hours: number, of: object) =>
      add('entries', {
        ...ENTRY,
        clientId,
        entryId: (entryId += 1),
        ticketNumber: number,
        kind,
        text: said(60),
        at: at(hours),
        ...of,
      })
    await add('tickets', {
      ...TICKET,
      clientId,
      number,
      installationCode: `INS-${clientId}`,
      personId: clientId * 10 + (number % 5),
      title: said(7),
      createdAt: at(0),
      state: isOpen ? 'pending' : 'closed',
      accepted: !isOpen,
      rating: isOpen ? null : 1 + (number % 5),
      lastEntryKind: isOpen ? 'reply' : 'acceptance',
      lastEntryAt: at(isOpen ? 5 : 30),
      closedAt: isOpen ? null : at(24),
    })
    await entry('query', 0, { number, personId: clientId * 10 + (number % 5) })
    const opening = entryId
    await entry('answer', 2, { username: 'pilar', author: 'Pilar' })
    if (number % 2 === 0) await entry('reply', 5, { number: (message += 1), personId: clientId * 10 })
    if (!isOpen) {
      await entry('answer', 24, { username: 'pilar', author: 'Pilar', closes: true })
      await entry('acceptance', 30, { personId: clientId * 10, text: '' })
    }
    if (number % 5 === 0)
      await add('internal-notes', {
        clientId,
        noteId: number,
        ticketNumber: number,
        username: 'pilar',
        text: said(20),
        at: at(1),
      })
    if (sequence < files && (number * files) / tickets >= sequence + 1) {
      sequence += 1
      await add(
        'files',
        await writtenFile(folder, {
          clientId,
          sequence,
          personId: clientId * 10,
          ticketNumber: number,
          entryId: opening,
          addedAt: at(0),
        }),
      )
    }
  }
  for (const stream of out.values()) {
    stream.end()
    await once(stream, 'close')
  }
  await writeFile(join(folder, 'export.json'), JSON.stringify({ format: 1, client: null, counts }))
}

async function addMasters(
  add: (kind: string, line: object) => Promise<void>,
  clientId: number,
  said: (words: number) => string,
) {
  const installationCode = `INS-${clientId}`
  await add('clients', {
    clientId,
    name: `Promotora ${clientId} ${said(1)}`,
    email: `c${clientId}@c.example`,
    areas: ['main'],
    active: true,
    secondFactorRequired: false,
  })
  await add('installations', { clientId, code: installationCode, version: 'V030', entryMode: 'signed', active: true })
  await add('companies', { clientId, installationCode, code: '001', name: said(2), active: true })
  for (let person = 0; person < 5; person += 1)
    await add('persons', {
      clientId,
      personId: clientId * 10 + person,
      installationCode,
      source: 'application',
      login: `u${person}`,
      name: said(2),
      named: true,
    })
}

async function writtenFile(folder: string, of: { readonly sequence: number } & Record<string, unknown>) {
  const attachmentId = createHash('sha256').update(`file ${of.sequence}`).digest('base64url').slice(0, 24)
  const bytes = Buffer.alloc(500 + ((of.sequence * 7919) % MOST_FILE_BYTES), attachmentId)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const place = placeOf(join(folder, 'files'), attachmentId)
  await mkdir(join(place, '..'), { recursive: true })
  await writeFile(place, bytes)
  const { sequence, ...others } = of
  return {
    sequence,
    attachmentId,
    username: null,
    incidentNumber: null,
    developmentNumber: null,
    name: `captura ${sequence}.png`,
    mime: 'image/png',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...others,
  }
}

/** Some words are in nearly every text and most are rare, as in real language. The words are the same in every run. */
export function speaker(): (words: number) => string {
  let state = 12_345
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const syllables = [
    'ca',
    'to',
    'ri',
    'men',
    'fac',
    'tu',
    'ra',
    'par',
    'ce',
    'la',
    'ven',
    'do',
    'con',
    'ta',
    'ble',
    'su',
    'pi',
    'no',
  ]
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? ''
  const vocabulary = Array.from({ length: WORDS }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  )
  const word = () => vocabulary[Math.floor(WORDS ** random()) - 1] ?? 'el'
  return (words) => Array.from({ length: words }, word).join(' ')
}

const ENTRY = {
  number: null,
  closes: false,
  author: 'Ana',
  behalf: '',
  origin: '',
  transcribed: false,
  personId: null,
  recipient: null,
  originalText: null,
  username: null,
  generated: false,
}

const TICKET = {
  companyCode: '001',
  contactId: null,
  area: 'main',
  kind: 'query',
  customDevelopment: false,
  moduleNumber: null,
  contactName: 'Ana',
  email: 'ana@c.example',
  urgency: '3',
  phoneAssistance: false,
  phone: '',
  callWindow: '',
  version: 'V030',
  origin: 'SOPORTE30',
  fromAssistant: false,
  relatedTicket: null,
  raisedBy: 'Ana',
  behalf: '',
  technician: 'Pilar',
  lastClaimAt: null,
  claimsInARow: 0,
  blockingIncident: null,
  assignee: 'pilar',
  dueAt: null,
  silentAcceptanceAt: null,
  acceptedBySilence: false,
  silenceWarnedFor: null,
  firstWarnedAt: null,
  lastWarnedAt: null,
  mergedInto: null,
  notedBy: null,
  callMinutes: null,
  calledBackAt: null,
  valuationNumber: null,
}
