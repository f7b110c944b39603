import { createHash } from 'node:crypto'
import { consoleApi } from '#contract/console/api.ts'
import { SHEET_BYTES, type SheetKind, sheetNow } from '#contract/console/start/record-sheets.ts'
import type { Data } from '#contract/endpoint.ts'
import { failureDetails } from '#contract/failure.ts'
import * as z from 'zod/mini'
import { languageOf } from '../../http/language.ts'
import { Problem } from '../../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { wrong } from '../masters/master-form.ts'
import { type ActNeeds, RECORD_OF } from './sheet-kinds.ts'
import { begun, takesTurn, undone } from './sheet-store.ts'
import { type SheetLine, readSheet } from './sheet-text.ts'
import { differing, shown, valuesOf } from './sheet-values.ts'
import { type SheetWords, faultIn, noParent, sheetWordsIn } from './sheet-words.ts'

type Plan = Data<typeof consoleApi.consoleRecordSheets.preview>
type Line = Plan['lines'][number]

/**
 * Files with clients, installations, companies and contacts. A preview loads the file and rolls it back: so it tells
 * the fate of each line by the very acts that loading runs.
 */
export function bindRecordSheets(binding: ConsoleBinding, needs: ActNeeds): void {
  const endpoints = consoleApi.consoleRecordSheets

  bindConsole(binding, endpoints.preview, async ({ kind, file }, context) => {
    const { tx, note } = context
    const words = sheetWordsIn(languageOf(context.request))
    await begun(tx)
    // Its audit lines would be rolled back, too.
    const plan = await carriedOut(kind, file, { context: { ...context, note: async () => undefined }, words, needs })
    await undone(tx)
    await note({ details: { sheet: kind, lines: plan.lines.length } })
    return plan
  })

  bindConsole(binding, endpoints.load, async ({ kind, file, seen }, context) => {
    const words = sheetWordsIn(languageOf(context.request))
    const plan = await carriedOut(kind, file, { context, words, needs })
    const { made, changed, same } = plan
    const refused = plan.wrong > 0 ? words.wrongLines : plan.seen === seen ? null : words.changed
    if (refused !== null) throw new Problem(409, () => refused, z.encode(sheetNow, { current: plan }))
    await context.note({ details: { sheet: kind, made, changed, same } })
    return plan
  })
}

interface Carrying {
  readonly context: ConsoleContext
  readonly words: SheetWords
  readonly needs: ActNeeds
}

async function carriedOut(kind: SheetKind, file: string, carrying: Carrying): Promise<Plan> {
  const { words, context } = carrying
  const bytes = Buffer.from(file, 'base64')
  if (bytes.toString('base64') !== file || bytes.length > SHEET_BYTES) throw wrong({ file: words.base64 })
  const sheet = readSheet(bytes, kind)
  if ('is' in sheet) throw wrong({ file: faultIn(sheet, words) })
  if (!(await takesTurn(context.tx))) throw new Problem(409, () => words.busy)
  const lines: Line[] = []
  const lineOfKey = new Map<string, number>()
  // One after the other: a line may concern a record that a line above has made.
  for (const line of sheet.lines) lines.push(await outcomeOf(kind, line, lineOfKey, carrying))
  const counted = (outcome: Line['outcome']) => lines.filter((line) => line.outcome === outcome).length
  return {
    kind,
    lines,
    made: counted('made'),
    changed: counted('changed'),
    same: counted('same'),
    wrong: counted('wrong'),
    unread: sheet.unread.map((heading) => heading.slice(0, 100)),
    seen: createHash('sha256')
      .update(JSON.stringify([file, lines.map(({ outcome, changes }) => [outcome, changes])]))
      .digest('hex'),
  }
}

async function outcomeOf(
  kind: SheetKind,
  { line, cells, isTooLong }: SheetLine,
  lineOfKey: Map<string, number>,
  carrying: Carrying,
): Promise<Line> {
  const { words } = carrying
  const about = { line, name: nameOf(cells) }
  const wrongFor = (problems: Line['problems']): Line => ({ ...about, outcome: 'wrong', changes: [], problems })
  if (isTooLong) return wrongFor([{ field: null, said: words.tooLong }])
  const { values, problems } = valuesOf(kind, cells, words)
  const unreadable = Object.entries(problems).map(([field, said]) => ({ field, said }))
  if (unreadable.length > 0) return wrongFor(unreadable)
  try {
    const { key, row, values: asked, carryOut } = await RECORD_OF[kind]({ values, ...carrying })
    const twin = key === null ? undefined : lineOfKey.get(key)
    if (twin !== undefined) return wrongFor([{ field: null, said: words.repeated(twin) }])
    const changes = row && changesOf(row, differing(row, asked))
    const isSame = changes?.length === 0
    lineOfKey.set(isSame && key !== null ? key : await carryOut(), line)
    return { ...about, outcome: !changes ? 'made' : isSame ? 'same' : 'changed', changes: changes ?? [], problems: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return wrongFor(problemsOf(kind, error, carrying))
  }
}

const changesOf = (row: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>): Line['changes'] =>
  Object.entries(given).map(([field, to]) => ({
    field,
    from: shown(field, row[field]).slice(0, LONGEST),
    to: shown(field, to).slice(0, LONGEST),
  }))

const LONGEST = 300

/** The reasons for which an act refused a line, by column. */
function problemsOf(
  kind: SheetKind,
  { status, sentence, details }: Problem,
  { words, context: { sentences } }: Carrying,
): Line['problems'] {
  const parent = kind === 'companies' ? 'installation' : 'client'
  if (status === 404) return [{ field: parent, said: noParent(kind, words) }]
  const fields = Object.entries(failureDetails(consoleApi.consoleRecordSheets.load, details).fields)
  return fields.length === 0
    ? [{ field: null, said: sentence(sentences) }]
    : fields.map(([field, said]) => ({ field, said }))
}

/** The words by which people find the line in their file. */
const nameOf = (cells: ReadonlyMap<string, string>): string =>
  ['installation', 'client', 'number', 'code', 'name', 'email']
    .flatMap((field) => cells.get(field) ?? [])
    .slice(0, 3)
    .join(' · ')
    .slice(0, LONGEST)
