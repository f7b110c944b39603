import { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { MAX_DOCUMENTS_IN_PDF } from '#contract/manuals.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { type Block, type ProviderDocument, type Section, isLater, mayRead, withLinks } from '#domain/document.ts'
import { type Transaction, sql } from '../db/sql.ts'
import { type Binding, type Context, bind, bindFile, bindStatic } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { badParameters, invalid, notFound } from '../http/problems.ts'
import { workDeliveredWith } from '../incidents/delivered-work.ts'
import { changesFor, laterVersions, newestVersion, printedChanges } from './changes.ts'
import { type Documents, isThere } from './library.ts'
import { type Press, readable } from './press.ts'
import { pictureOf } from './manual-picture.ts'
import { searchIn } from './section-search.ts'
import { manualShelves, releaseShelves } from './shelves.ts'

/** The name of «what changed for you» in a list of documents. */
const CHANGES = 'cambios'

/** The provider's manuals and notes: reading, searching and printing them (spec §2, Manuals and versions). */
export function bindManuals(binding: Binding, press: Press): void {
  const { library } = press
  bindDownloads(binding, press)

  bindStatic(binding, api.manuals.groups, async (_input, { caller: { areas } }) =>
    manualShelves(await library.documents(), areas),
  )
  bindStatic(binding, api.manuals.versions, async (_input, { caller: { areas } }) =>
    releaseShelves(await library.documents(), areas, 're'),
  )
  bindStatic(binding, api.manuals.versionsBc2016, async (_input, { caller: { areas } }) =>
    releaseShelves(await library.documents(), areas, 'bc2016'),
  )
  bindStatic(binding, api.manuals.versionsBc365, async (_input, { caller: { areas } }) =>
    releaseShelves(await library.documents(), areas, 'bc365'),
  )

  bind(binding, api.manuals.read, async ({ document: id }, { caller }) => {
    const documents = await library.documents()
    return page(readable(documents, id, caller), documents, caller)
  })

  bind(binding, api.manuals.search, async ({ text, area, document: wanted, whileWriting }, { caller }) => {
    const documents = await library.documents()
    const search = await searchIn(documents)
    const hits = search.find(text, {
      isWanted: (document) =>
        mayRead(document, caller.areas) &&
        (area === undefined || document.area === area) &&
        (wanted === undefined || document.id === wanted),
      isPutBack: (document, section) => document.release !== null || isLaterFor(caller, document, section),
    })
    const shown = whileWriting === 'yes' ? hits.filter(saysEnough(text.toLowerCase())).slice(0, BESIDE_A_DRAFT) : hits
    return shown.map(({ document, section, excerpt }) => ({
      document: document.id,
      title: document.title,
      section: section.id,
      sectionTitle: section.title,
      since: section.since ?? document.since,
      later: isLaterFor(caller, document, section),
      excerpt,
    }))
  })

  bind(binding, api.manuals.chapter, async ({ program, module }, { caller, tx }) => {
    const asked = program !== undefined || module !== undefined
    const about = asked ? { program, module } : (caller.program ?? {})
    return chapterFor(await library.documents(), about, { caller, tx })
  })

  bind(binding, api.manuals.changes, async (_input, { caller, tx }) => {
    const documents = await library.documents()
    const changes = await changesOf(documents, { caller, tx })
    return {
      installedVersion: caller.version,
      newestVersion: caller.areas.includes('main') ? newestVersion(documents) : null,
      versions: changes.map(({ notes, ...changed }) => ({
        ...changed,
        sections: notes.flatMap((note) =>
          note.sections.map((section) => ({ document: note.id, ...sectionFor(section, note, documents, caller) })),
        ),
      })),
    }
  })
}

/** Pictures and PDFs. */
function bindDownloads(binding: Binding, press: Press): void {
  const { library } = press

  bindFile(binding, api.manuals.image, async ({ image }, { caller }) => {
    return pictureOf(await library.documents(), image, (document) => mayRead(document, caller.areas))
  })

  bindFile(binding, api.manuals.downloadPortalManual, (_input, { caller }) => press.pdfOf('portal-manual', caller))

  bindFile(binding, api.manuals.downloadPdfs, async ({ documents: ids }, context) => {
    const { sentences, caller } = context
    if (ids.length === 0) {
      const fields = wireNamesOf(api.manuals.downloadPdfs.input, { documents: sentences.field.required() })
      throw invalid((s) => s.ticket['check-fields'](), fields)
    }
    if (ids.length > MAX_DOCUMENTS_IN_PDF) throw badParameters(api.manuals.downloadPdfs, 'documents')
    const documents = await library.documents()
    const [only, ...more] = new Set(ids)
    const chosen: ProviderDocument[] = []
    for (const id of new Set(ids)) {
      if (id === CHANGES) chosen.push(...printedChanges(documents, await changesOf(documents, context)))
      else chosen.push(readable(documents, id, caller))
    }
    const unique = chosen.filter(({ id }, index) => chosen.findIndex((other) => other.id === id) === index)
    const [first] = unique
    if (!first) throw notFound()
    const title = more.length > 0 ? 'Documentación' : only === CHANGES ? 'Lo que cambia para usted' : first.title
    return () => press.download({ title, documents: unique }, documents, caller)
  })
}

function page(document: ProviderDocument, documents: Documents, caller: Caller): Data<typeof api.manuals.read> {
  return {
    document: document.id,
    title: document.title,
    group: document.group,
    summary: document.summary,
    date: document.date,
    version: document.release?.version ?? null,
    installedVersion: caller.version,
    since: document.since,
    later: isLater(document.since, caller.version),
    introduction: linked(document.introduction, documents, caller),
    sections: document.sections.map((section) => sectionFor(section, document, documents, caller)),
  }
}

const sectionFor = (section: Section, document: ProviderDocument, documents: Documents, caller: Caller) => ({
  id: section.id,
  title: section.title,
  since: section.since,
  later: isLaterFor(caller, document, section),
  blocks: linked(section.blocks, documents, caller),
})

const isLaterFor = ({ version }: Caller, document: ProviderDocument, section: Section): boolean =>
  isLater(section.since ?? document.since, version)

function linked(blocks: readonly Block[], { byId }: Documents, { areas }: Caller): Block[] {
  return withLinks(blocks, ({ document: id, section }) => {
    const document = byId.get(id)
    return document !== undefined && mayRead(document, areas) && isThere(byId, id, section)
  })
}

/** The section that explains a program; else the manual of the program's module. */
async function chapterFor(
  { byId }: Documents,
  { program, module }: { readonly program?: string | undefined; readonly module?: string | undefined },
  { caller, tx }: Pick<Context, 'caller' | 'tx'>,
): Promise<Data<typeof api.manuals.chapter>> {
  const manuals = [...byId.values()].filter((each) => each.release === null && mayRead(each, caller.areas))
  const code = program?.trim().toUpperCase()
  for (const { id, title, sections } of code ? manuals : []) {
    const section = sections.find(({ programs }) => programs.includes(code ?? ''))
    if (section) return { document: id, title, section: section.id, sectionTitle: section.title }
  }
  const topic = module === undefined ? '' : await topicOf(tx, module)
  const rank = ({ topics }: Pick<ProviderDocument, 'topics'>) => topics.indexOf(topic)
  const [manual] = topic === '' ? [] : manuals.filter((each) => rank(each) >= 0).toSorted((a, b) => rank(a) - rank(b))
  return manual ? { document: manual.id, title: manual.title, section: null, sectionTitle: null } : null
}

async function topicOf(tx: Transaction, module: string): Promise<string> {
  const found = await tx.maybe<{ topic: string }>(
    sql`select m.topic from module m where lower(m.name) = lower(${module.trim()}) order by m.number limit 1`,
  )
  return found?.topic ?? ''
}

async function changesOf(documents: Documents, { caller, tx }: Pick<Context, 'caller' | 'tx'>) {
  const work = await workDeliveredWith(tx, caller, laterVersions(documents, caller))
  const rows = await tx.rows<{ topic: string }>(
    sql`select distinct m.topic from module m where m.listed and m.area = any(${[...caller.areas]})`,
  )
  const topics = new Set(rows.map(({ topic }) => topic))
  return changesFor(documents, { version: caller.version, areas: caller.areas, topics }, work)
}

/** As many sections stand beside a ticket in progress. */
const BESIDE_A_DRAFT = 2
/** A section that shares fewer words with a text is about something else; */
const WORDS_SHARED = 2
/** by this many letters a form of a word is known, */
const BEGINNING = 4
/** and words that begin so are said about anything by whoever writes a ticket. */
const EVERYDAY = /text|líne|car[aá]|prob|prue/

/** The search also finds words that only resemble those of the text. */
const saysEnough =
  (asked: string) =>
  ({ excerpt }: { readonly excerpt: readonly { readonly text: string; readonly hit: boolean }[] }): boolean =>
    new Set(
      excerpt.flatMap(({ text, hit }) => {
        const word = text.toLowerCase().slice(0, BEGINNING)
        return hit && asked.includes(word) && !EVERYDAY.test(word) ? [word] : []
      }),
    ).size >= WORDS_SHARED
