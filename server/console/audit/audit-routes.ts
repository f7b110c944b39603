import { consoleApi } from '#contract/console/api.ts'
import { listAudit } from './audit-list-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'

/** The audit: every act and reading, with its author. Reading the audit adds a line to it, too. */
export function bindAudit(binding: ConsoleBinding): void {
  bindConsole(binding, consoleApi.consoleAudit.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, note }) => {
    const { items, next } = await listAudit(tx, { ...question, limit })
    const { client = null, ticket = null, technician, act, from, until } = question
    await note({ client, ticket, details: { technician, act, from, until } })
    return {
      items: items.map((line) => ({
        ...line,
        details: Object.entries(line.details).map(([name, value]) => ({ name, ...shown(value) })),
      })),
      next,
    }
  })
}

const shown = (value: unknown) =>
  typeof value === 'string' ? { value } : { value: JSON.stringify(value), structured: true }
