import { consoleApi } from '#contract/console/api.ts'
import { moduleNow } from '#contract/console/modules.ts'
import { isTopic } from '#domain/module.ts'
import { notFound } from '../../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, changesOf, written, wrong } from './master-form.ts'
import {
  type ModuleForm,
  changeModule,
  insertModule,
  isNameTaken,
  listModules,
  lockModules,
  moduleNumbered,
  nextModule,
} from './module-store.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

export function bindModules(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleModules

  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx }) =>
    listModules(tx, { ...question, limit }),
  )

  bindConsole(binding, endpoints.create, async ({ number: typedNumber, ...typed }, context) => {
    const { tx, sentences, note } = context
    const form = checked(typed, context)
    await lockModules(tx)
    const number = typedNumber ?? (await nextModule(tx))
    if (await moduleNumbered(tx, number)) throw wrong({ number: sentences.master['number-taken']() })
    if (await isNameTaken(tx, form.name, number)) throw wrong({ name: sentences.master['module-taken']() })
    await insertModule(tx, number, form)
    await note({ details: { module: number, ...form } })
    return written(await moduleNumbered(tx, number))
  })

  bindConsole(binding, endpoints.change, async ({ module: number, revision, ...typed }, context) => {
    const { tx, sentences, note } = context
    const form = checked(typed, context)
    await lockModules(tx)
    const before = await moduleNumbered(tx, number)
    if (!before) throw notFound()
    if (await isNameTaken(tx, form.name, number)) throw wrong({ name: sentences.master['module-taken']() })
    if (!(await changeModule(tx, number, { ...form, revision }))) {
      throw changedMeanwhile(moduleNow, { current: before })
    }
    const after = written(await moduleNumbered(tx, number))
    await note({ details: { module: number, ...changesOf(endpoints.change, before, after, ['module']) } })
    return after
  })
}

function checked(typed: ModuleForm, { sentences }: ConsoleContext): ModuleForm {
  const topic = typed.topic.trim()
  if (!isTopic(topic)) throw wrong({ topic: sentences.master['bad-topic']() })
  return { ...typed, name: typed.name.trim(), topic }
}
