import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { allowedExtension, mimeOf } from '#domain/attachment.ts'
import { type AlsoExtension, isTaken } from '#domain/files/file-choice.ts'
import { extensionOf, truncatedName } from '#domain/files/file-name.ts'
import { DEFAULT_ORIGIN } from '#domain/ticket.ts'
import { placeOf } from '../../db/file-places.ts'
import { unlessMissing } from '../../db/file-trash.ts'
import { reasonOf, StartProblem } from '../../start-problem.ts'
import { FORMAT } from '../make-export.ts'
import { type LineWriter, writeLines } from './line-writer.ts'
import { peopleOf, type People } from './people.ts'
import { openRedmine, type Redmine, type RedmineFile, type RedmineIssue, type RedmineProject } from './read-redmine.ts'
import { type Said, timelineOf } from './timeline.ts'

interface ConvertWork {
  /** Redmine's database, and its folder `files`. */
  readonly url: string
  readonly files: string
  /** The group of people who answer, besides the administrators. */
  readonly group: string | undefined
  /** The types of files that the portal takes beside the specification's list; none if absent. */
  readonly also?: readonly AlsoExtension[]
  readonly progress: (step: string) => void
  /** Receives everything that has no place in the format. */
  readonly report: (said: string) => void
  readonly signal: AbortSignal
}

/** The contents of the Redmine, and their fate. */
export interface Converted {
  readonly issues: number
  /** Journals with words, or with a change between open and closed. */
  readonly journals: number
  readonly attachments: number
  readonly lost: number
  readonly counts: Readonly<Record<string, number>>
}

const ISSUES_AT_ONCE = 500
const INSTALLATION = 'redmine-'
const COMPANY = '001'
/** The author where only a change of state shows that something was said. */
const NOBODY = 'Redmine'

/**
 * Writes the contents of a Redmine as a folder in the neutral format. A project becomes a client, an issue a ticket
 * with its number.
 */
export async function convertRedmine(folder: string, work: ConvertWork): Promise<Converted> {
  if (existsSync(folder)) throw new StartProblem(`${folder} is there already: choose another name.`)
  const unfinished = `${folder}.unfinished`
  const redmine = await openRedmine(work.url, work.group).catch((error: unknown) => {
    throw new StartProblem(`Redmine's database cannot be read (${reasonOf(error)}).`)
  })
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(join(unfinished, 'files'), { recursive: true, mode: 0o700 })
  const lines = writeLines(unfinished)
  try {
    const told = await convertAll(redmine, lines, unfinished, work)
    const counts = await lines.end()
    await writeFile(
      join(unfinished, 'export.json'),
      `${JSON.stringify({ format: FORMAT, client: null, counts }, null, 1)}\n`,
    )
    await rename(unfinished, folder)
    return { ...told, counts }
  } catch (error) {
    await lines.end()
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await redmine.close()
  }
}

async function convertAll(redmine: Redmine, lines: LineWriter, folder: string, work: ConvertWork) {
  const people = peopleOf(await redmine.users())
  const roots = rootsAmong(await redmine.duplicates())
  const firstMessage = (await redmine.highestIssue()) + 1
  const sums = { issues: 0, journals: 0, attachments: 0, lost: 0 }
  const lose = (said: string) => {
    sums.lost += 1
    work.report(said)
  }
  for (const technician of people.technicians) await lines.add('technicians', technician)
  for (const project of await redmine.projects()) {
    work.progress(`project ${project.name}`)
    await addProject(lines, project)
    const written = new Set<number>()
    const all = (await redmine.issuesOf(project.id)).map(({ id }) => id)
    const groups = Map.groupBy(all, (id) => roots.get(id) ?? id)
    const ofRoots = [...groups.keys()].toSorted((a, b) => a - b)
    for (let from = 0; from < ofRoots.length; from += ISSUES_AT_ONCE) {
      work.signal.throwIfAborted()
      const some = ofRoots.slice(from, from + ISSUES_AT_ONCE)
      const sum = await convertIssues(
        { redmine, lines, people, folder, files: work.files, also: work.also ?? [], firstMessage, written, lose },
        some.map((root) => [root, ...(groups.get(root) ?? []).filter((id) => id !== root)]),
      )
      sums.issues += sum.issues
      sums.journals += sum.journals
      sums.attachments += sum.attachments
    }
    for (const user of [...written].toSorted((a, b) => a - b)) await addPerson(lines, project, people, user)
  }
  const left = await redmine.left()
  if (left.notes + left.files > 0)
    work.report(`${left.notes} notes and ${left.files} files are of no issue, and stay in Redmine.`)
  return sums
}

/** The issue that a duplicate finally joined; null for a circle. */
function rootsAmong(duplicates: readonly { readonly duplicate: number; readonly of: number }[]): Map<number, number> {
  const next = new Map(duplicates.map(({ duplicate, of }) => [duplicate, of]))
  const roots = new Map<number, number>()
  for (const duplicate of next.keys()) {
    const seen = new Set([duplicate])
    let at = duplicate
    for (let to = next.get(at); to !== undefined && !seen.has(to); to = next.get(at)) {
      seen.add(to)
      at = to
    }
    if (next.get(at) === undefined && at !== duplicate) roots.set(duplicate, at)
  }
  return roots
}

async function addProject(lines: LineWriter, { id, name, isActive }: RedmineProject): Promise<void> {
  const installation = { clientId: id, installationCode: `${INSTALLATION}${id}` }
  await lines.add('clients', {
    clientId: id,
    name,
    email: '',
    areas: ['main'],
    active: isActive,
    secondFactorRequired: false,
  })
  await lines.add('installations', {
    clientId: id,
    code: `${INSTALLATION}${id}`,
    version: '',
    entryMode: 'signed',
    active: isActive,
  })
  await lines.add('companies', { ...installation, code: COMPANY, name, active: true })
}

async function addPerson(lines: LineWriter, { id }: RedmineProject, people: People, user: number): Promise<void> {
  const { login, name, contact } = people.person(user)
  const installation = { clientId: id, installationCode: `${INSTALLATION}${id}` }
  await lines.add('persons', { ...installation, personId: user, source: 'portal', login, name, named: name !== '' })
  if (!contact) return
  const { email, isActive } = contact
  const times = { enteredAt: null, emailChangedAt: null }
  await lines.add('contacts', {
    clientId: id,
    contactId: user,
    name,
    email,
    phone: '',
    visibility: 'installation',
    active: isActive,
    ...times,
  })
  await lines.add('contact-installations', { ...installation, contactId: user })
  await lines.add('contact-companies', { ...installation, contactId: user, companyCode: COMPANY })
}

interface IssuesWork {
  readonly redmine: Redmine
  readonly lines: LineWriter
  readonly people: People
  readonly folder: string
  readonly files: string
  readonly also: readonly AlsoExtension[]
  /** The first number above all issues: messages have numbers of their own. */
  readonly firstMessage: number
  /** Everybody who has written something in this project. */
  readonly written: Set<number>
  readonly lose: (said: string) => void
}

async function convertIssues(work: IssuesWork, groups: readonly (readonly number[])[]) {
  const { redmine, lines, people, written } = work
  const ids = groups.flat()
  const issues = new Map((await redmine.issues(ids)).map((issue) => [issue.id, issue]))
  const journals = await redmine.journals(ids)
  const files = await redmine.files(ids)
  for (const group of groups) {
    const [root, ...duplicates] = group.flatMap((id) => issues.get(id) ?? [])
    if (!root) continue
    const own = journals.filter(({ issue }) => group.includes(issue))
    const timeline = timelineOf([root, ...duplicates], own, people.isTechnician)
    const { standing, lastAt, closedAt } = timeline
    await lines.add('tickets', {
      ...ticketOf(root, people, written),
      state: standing.state,
      accepted: standing.accepted,
      lastEntryKind: standing.lastEntryKind,
      lastEntryAt: lastAt,
      closedAt,
      acceptedBySilence: standing.lastEntryKind === 'silence',
    })
    for (const duplicate of duplicates)
      await lines.add('tickets', { ...ticketOf(duplicate, people, written), mergedInto: root.id, assignee: null })
    const entryOf = new Map<string, number>()
    for (const said of timeline.said) entryOf.set(keyOf(said), await addEntry(work, root, said))
    for (const { id, author, notes, isPrivate, at } of own) {
      if (!isPrivate || notes.trim() === '') continue
      const note = {
        clientId: root.project,
        noteId: id,
        ticketNumber: root.id,
        username: people.username(author),
        text: notes,
        at,
      }
      await lines.add('internal-notes', note)
    }
    for (const file of files.filter(({ issue }) => group.includes(issue))) {
      const journal = own.find(({ attachments }) => attachments.includes(file.id))
      const entryId = entryOf.get(`journal ${journal?.id}`) ?? entryOf.get(`issue ${file.issue}`)
      if (journal?.isPrivate) work.lose(`attachments ${file.id} (${file.name}): only technicians could read it`)
      else await addFile(work, root, file, entryId ?? 0)
    }
  }
  const isTold = ({ notes, closes }: { notes: string; closes: boolean | null }) =>
    notes.trim() !== '' || closes !== null
  return { issues: issues.size, journals: journals.filter(isTold).length, attachments: files.length }
}

const keyOf = ({ journal, kind, issue }: Said): string =>
  journal !== null ? `journal ${journal}` : kind === 'query' ? `issue ${issue}` : `${kind} ${issue}`

function ticketOf(issue: RedmineIssue, people: People, written: Set<number>) {
  written.add(issue.author)
  const { name, contact } = people.person(issue.author)
  return {
    clientId: issue.project,
    number: issue.id,
    installationCode: `${INSTALLATION}${issue.project}`,
    companyCode: COMPANY,
    personId: issue.author,
    contactId: contact ? issue.author : null,
    area: 'main',
    kind: issue.isIncident ? 'incident' : 'query',
    customDevelopment: false,
    moduleNumber: null,
    title: issue.subject,
    contactName: name,
    email: contact?.email ?? '',
    urgency: String(Math.min(6, Math.max(1, 3 + issue.pressing))),
    phoneAssistance: false,
    phone: '',
    callWindow: '',
    version: '',
    origin: DEFAULT_ORIGIN,
    fromAssistant: false,
    relatedTicket: null,
    raisedBy: name,
    behalf: '',
    technician: null,
    createdAt: issue.createdAt,
    state: 'pending',
    accepted: false,
    rating: null,
    lastEntryKind: 'query',
    lastEntryAt: issue.createdAt,
    closedAt: null,
    lastClaimAt: null,
    claimsInARow: 0,
    blockingIncident: null,
    assignee:
      issue.assignee !== null && !issue.isClosed && people.isTechnician(issue.assignee)
        ? people.username(issue.assignee)
        : null,
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
}

async function addEntry({ lines, people, written, firstMessage }: IssuesWork, root: RedmineIssue, said: Said) {
  const { kind, author, journal, issue } = said
  const isOfProvider = author === null || (kind !== 'query' && people.isTechnician(author))
  if (author !== null && !isOfProvider) written.add(author)
  const entryId = lines.next('entries')
  await lines.add('entries', {
    clientId: root.project,
    entryId,
    ticketNumber: root.id,
    number: kind === 'query' ? issue : kind === 'reply' ? firstMessage + (journal ?? 0) : null,
    kind,
    closes: said.closes,
    text: said.text,
    author: author === null ? NOBODY : people.person(author).name,
    behalf: '',
    origin: kind === 'query' ? DEFAULT_ORIGIN : '',
    transcribed: false,
    personId: isOfProvider ? null : author,
    at: said.at,
    recipient: null,
    originalText: null,
    username: isOfProvider && author !== null ? people.username(author) : null,
    generated: false,
  })
  return entryId
}

/** A picture within a text is a file of its entry. The text goes on naming it. */
async function addFile(
  { lines, people, written, folder, files, also, lose }: IssuesWork,
  root: RedmineIssue,
  file: RedmineFile,
  entryId: number,
) {
  const told = `attachments ${file.id} (${file.name})`
  const name = truncatedName((file.name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, ''))
  const extension = allowedExtension(extensionOf(name).replace(/^jpeg$/, 'jpg'))
  if (!extension || !isTaken(extension, also)) return lose(`${told}: the portal takes no files of its type`)
  const bytes = await bytesOf(files, file)
  if (bytes === null) return lose(`${told}: it is not in the folder`)
  if (bytes.length === 0) return lose(`${told}: it is empty`)
  const attachmentId = createHash('sha256')
    .update(`redmine ${file.id} ${file.diskName}`)
    .digest('base64url')
    .slice(0, 24)
  const place = placeOf(join(folder, 'files'), attachmentId)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await writeFile(place, bytes, { mode: 0o600 })
  const isOfProvider = people.isTechnician(file.author)
  if (!isOfProvider) written.add(file.author)
  await lines.add('files', {
    clientId: root.project,
    sequence: file.id,
    attachmentId,
    personId: isOfProvider ? null : file.author,
    username: isOfProvider ? people.username(file.author) : null,
    ticketNumber: root.id,
    entryId,
    incidentNumber: null,
    developmentNumber: null,
    name,
    mime: mimeOf(extension),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    addedAt: file.at,
  })
}

/** Null unless it is a file of Redmine's folder. */
async function bytesOf(files: string, { directory, diskName }: RedmineFile): Promise<Buffer | null> {
  const place = await realpath(join(files, directory, diskName)).catch(unlessMissing(null))
  if (place === null || !place.startsWith((await realpath(files)) + sep)) return null
  return readFile(place)
}
