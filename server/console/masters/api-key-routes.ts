import { consoleApi } from '#contract/console/api.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { newApiKey } from '../door/api-key.ts'
import { apiKeyNumbered, insertApiKey, listApiKeys, replaceApiKey, revokeApiKey } from '../door/api-key-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { written, wrong } from './master-form.ts'

const endpoints = consoleApi.consoleApiKeys
const DAY_MS = 24 * 60 * 60 * 1000
const LONGEST_LIFE_MS = 2 * 366 * DAY_MS
const LONGEST_OVERLAP_MS = 30 * DAY_MS

/** The keys by which programs call the console. */
export function bindApiKeys(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx, now }) =>
    listApiKeys(tx, { ...question, limit }, now),
  )

  bindConsole(binding, endpoints.create, async (typed, { tx, technician, now, sentences, note }) => {
    const name = typed.name.trim()
    const scopes = [...new Set(typed.scopes)]
    const { expiresAt } = typed
    const lasts = expiresAt.getTime() - now.getTime()
    if (scopes.length === 0) throw wrong({ scopes: sentences.master['no-scope']() })
    if (lasts <= 0 || lasts > LONGEST_LIFE_MS) throw wrong({ expiresAt: sentences.master['key-expiry']() })
    const secret = newApiKey()
    const id = await insertApiKey(tx, { name, scopes, token: secret, createdBy: technician.username, expiresAt }, now)
    await note({ details: { apiKey: id, name, scopes, expiresAt } })
    return { key: written(await apiKeyNumbered(tx, id, now)), secret }
  })

  bindConsole(binding, endpoints.rotate, async ({ key: id, oldUntil }, { tx, now, sentences, note }) => {
    await find(tx, id, now)
    // A moment that has just passed ends the old key at once.
    if (oldUntil.getTime() - now.getTime() > LONGEST_OVERLAP_MS) {
      throw wrong({ oldUntil: sentences.master['key-overlap']() })
    }
    const secret = newApiKey()
    if (!(await replaceApiKey(tx, id, { token: secret, oldUntil }, now))) {
      throw new Problem(409, (s) => s.master['key-ended']())
    }
    await note({ details: { apiKey: id, oldUntil } })
    return { key: written(await apiKeyNumbered(tx, id, now)), secret }
  })

  bindConsole(binding, endpoints.revoke, async ({ key: id }, { tx, now, note }) => {
    const { name } = await find(tx, id, now)
    await revokeApiKey(tx, id, now)
    await note({ details: { apiKey: id, name } })
    return null
  })
}

async function find(tx: StaffTransaction, id: number, now: Date) {
  const found = await apiKeyNumbered(tx, id, now)
  if (!found) throw notFound()
  return found
}
