import { nearUntil } from '#domain/promise.ts'
import { readPromises } from '../../db/promise-store.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import type { Asking } from './queue-condition-store.ts'

/** The technician who asks for lists of the queue, and the moment. */
export async function askingOf({ tx, technician, now }: ConsoleContext): Promise<Asking> {
  const { promises, calendar } = await readPromises(tx)
  return { username: technician.username, now, near: nearUntil(now, promises, calendar) }
}
