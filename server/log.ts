import { type Logger, pino } from 'pino'

/** The lines that wait for room. Beyond this, lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024

/**
 * The server's log on the error output. If a line cannot be written (a full disk, a reader that is gone), no request
 * fails: the line waits for the next one, up to a megabyte in all.
 */
export function openLog(level: string, fd = 2): Logger {
  const destination = pino.destination({ fd, sync: true, maxLength: MAX_WAITING_BYTES })
  destination.on('error', () => undefined)
  return pino({ level }, destination)
}
