import { consoleApi } from '#contract/console/api.ts'
import { problemNow } from '#contract/console/problems.ts'
import { problemRefusal } from '#domain/problems/problem.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { notFound } from '../../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { changedMeanwhile, changesOf, written, wrong } from '../masters/master-form.ts'
import { activeTechnician } from '../technicians/colleague.ts'
import { tellMarked } from './mark-store.ts'
import { mend } from './mend.ts'
import {
  type ProblemForm,
  addPlannedDate,
  changeProblem,
  countModules,
  insertProblem,
  listProblems,
  problemNumbered,
} from './problem-store.ts'

/** Problems of the product itself, which several clients may meet. */
export function bindProblems(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleProblems

  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx }) =>
    listProblems(tx, { ...question, limit }),
  )

  bindConsole(binding, endpoints.create, async (typed, context) => {
    const { tx, note } = context
    const form = await checked(typed, null, context)
    const id = await insertProblem(tx, form, by(context))
    if (form.plannedOn !== null) await addPlannedDate(tx, id, form.plannedOn, by(context))
    await note({ details: { problem: id, ...form } })
    return written(await problemNumbered(tx, id))
  })

  bindConsole(binding, endpoints.change, async ({ problem: id, revision, ...typed }, context) => {
    const { tx, note } = context
    const before = await find(tx, id)
    const form = await checked(typed, before.responsible?.username ?? null, context)
    const changed = await changeProblem(tx, id, { ...form, revision }, by(context))
    if (!changed) throw changedMeanwhile(problemNow, { current: await find(tx, id) })
    if (form.plannedOn !== before.plannedOn) await addPlannedDate(tx, id, form.plannedOn, by(context))
    const isMended = form.state === 'mended'
    if (isMended && (before.state !== 'mended' || form.mendedVersion !== before.mendedVersion)) {
      await mend(id, form.mendedVersion ?? '', context)
    } else if (!isMended && before.state === 'mended') await tellMarked(tx, id, null)
    const after = await find(tx, id)
    await note({ details: { problem: id, ...changesOf(endpoints.change, flat(before), flat(after), ['problem']) } })
    return after
  })
}

/** The record's fields, as the form has them. */
const flat = ({ modules, responsible, ...problem }: Awaited<ReturnType<typeof find>>) => ({
  ...problem,
  modules: modules.map(({ number }) => number),
  responsible: responsible?.username ?? null,
})

async function find(tx: StaffTransaction, id: number) {
  const found = await problemNumbered(tx, id)
  if (!found) throw notFound()
  return found
}

const by = ({ technician: { username }, now }: ConsoleContext) => ({ username, at: now })

/** @param kept the responsible technician so far, who may have become inactive */
async function checked(
  typed: ProblemForm,
  kept: string | null,
  { tx, sentences }: ConsoleContext,
): Promise<ProblemForm> {
  const form = {
    ...typed,
    title: typed.title.trim(),
    description: typed.description.trim(),
    workaround: typed.workaround.trim(),
    notes: typed.notes.trim(),
    affectedVersions: [...new Set(typed.affectedVersions.map((version) => version.trim()))].filter(Boolean),
    mendedVersion: typed.mendedVersion?.trim() || null,
    modules: [...new Set(typed.modules)],
  }
  const refusal = problemRefusal(form)
  if (refusal === 'mended-without-version') throw wrong({ mendedVersion: sentences.master[refusal]() })
  if (refusal === 'published-discarded') throw wrong({ published: sentences.master[refusal]() })
  const { responsible, modules } = form
  if (responsible !== null && responsible !== kept && !(await activeTechnician(tx, responsible))) {
    throw wrong({ responsible: sentences.master['no-technician']() })
  }
  if ((await countModules(tx, modules)) < modules.length) throw wrong({ modules: sentences.master['no-module']() })
  return form
}
