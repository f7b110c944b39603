import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { calendarNow } from '#contract/console/office-calendar.ts'
import { officeCalendar } from '#domain/office/office-calendar.ts'
import { nextOpening } from '#domain/office-hours.ts'
import { changeOfficeCalendar, editedCalendar } from '../../db/office-calendar-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { changedMeanwhile, differences, wrong } from './master-form.ts'

/** The opening hours of the office. Changes count from the next request on. */
export function bindOfficeCalendar(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleOfficeCalendar

  bindConsole(binding, endpoints.view, (_input, { tx }) => editedCalendar(tx))

  bindConsole(binding, endpoints.change, async (input, { tx, technician, now, sentences, note }) => {
    const parsed = z.safeParse(officeCalendar, input.calendar)
    if (!parsed.success) {
      const { 'no-such-day': noSuchDay, 'bad-calendar': badCalendar } = sentences.master
      throw wrong(
        Object.fromEntries(
          parsed.error.issues.map(({ path }) => [
            ['calendar', ...path].join('.'),
            path.at(-1) === 'day' ? noSuchDay() : badCalendar(),
          ]),
        ),
      )
    }
    if (!nextOpening(now, parsed.data)) throw wrong({ calendar: sentences.master['never-open']() })
    const before = await editedCalendar(tx)
    const by = { username: technician.username, at: now }
    const changed = await changeOfficeCalendar(tx, parsed.data, input.revision, by)
    const after = await editedCalendar(tx)
    if (!changed) throw changedMeanwhile(calendarNow, { current: after })
    await note({ details: differences(before.calendar, after.calendar, Object.keys(after.calendar)) })
    return after
  })
}
