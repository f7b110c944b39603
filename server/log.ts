import { type Logger, pino } from 'pino'

/** Lines that wait for room; what comes beyond is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024

/**
 * The server's log on the error output. A line that cannot be written (a full disk, a reader that went away) never
 * becomes the failure of what it tells of: it waits for the next one, up to a megabyte.
 */
export function openLog(level: string, fd = 2): Logger {
  const destination = pino.destination({ fd, sync: true, maxLength: MAX_WAITING_BYTES })
  destination.on('error', () => undefined)
  return pino({ level }, destination)
}
