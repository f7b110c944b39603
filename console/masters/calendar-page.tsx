import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { WEEKDAYS, type Weekday } from '#domain/office/weekdays.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { calendarNow, consoleOfficeCalendar } from '#contract/console/office-calendar.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import {
  type CalendarFields,
  type DayFields,
  type DayOffFields,
  NEW_DAY,
  type SeasonFields,
  calendarFields,
  calendarOf,
  calendarProblems,
  newSeason,
} from './calendar-fields.ts'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { MasterPage } from './master-page.tsx'
import styles from './calendar-page.module.css'
import masters from './masters.module.css'
import { Meanwhile } from '../forms/meanwhile.tsx'
import { OneRecord } from './one-record.tsx'
import { useRecord } from '../forms/use-record.ts'

type EditedCalendar = Data<typeof consoleOfficeCalendar.view>

const calendarQuery = queryOptions({
  queryKey: [...MASTERS, 'calendar'] as const,
  queryFn: (query) => call(consoleOfficeCalendar.view, {}, asRead(query)),
})

/** The office's opening hours, which measure promises and appear in the out-of-hours message. */
export function CalendarPage() {
  const query = useQuery(calendarQuery)
  return (
    <OneRecord query={query} back={{ to: paths.start }}>
      {(calendar) => <OpenCalendar calendar={calendar} />}
    </OneRecord>
  )
}

type Said = (where: string) => string | undefined

function OpenCalendar({ calendar: read }: { calendar: EditedCalendar }) {
  const { calendar: words, form: formWords } = useMasterMessages()
  const { dateTime } = useFormat()
  const isSupervisor = useTechnician().role === 'supervisor'
  const { form, row, takeCurrent, onSubmit } = useCalendarForm(read)
  const { silentAfterDays, changedAt, changedBy } = row ?? read
  const made = useRef(0)
  const newKey = () => `nuevo-${(made.current += 1)}`
  const { seasons, daysOff } = form.fields
  const setSeason = (key: string, part: Partial<SeasonFields>) =>
    form.set({ seasons: seasons.map((season) => (season.key === key ? { ...season, ...part } : season)) })
  const said: Said = (where) => form.problems[where]

  return (
    <MasterPage title={words.title} lead={words.lead}>
      {!isSupervisor && <p className={masters.quiet}>{formWords.supervisorOnly}</p>}
      <p className={masters.quiet}>
        {silentAfterDays === null ? words.silenceOff : words.silenceAfter(silentAfterDays)}
      </p>
      {changedAt && <p className={masters.quiet}>{words.changed(dateTime(changedAt), changedBy ?? '')}</p>}
      <form noValidate onSubmit={onSubmit}>
        <fieldset disabled={!isSupervisor} className={styles.plain}>
          {takeCurrent && <Meanwhile onTake={takeCurrent} />}
          {seasons.map((season) => (
            <Season
              key={season.key}
              season={season}
              said={said}
              onChange={(part) => setSeason(season.key, part)}
              onRemove={() => form.set({ seasons: seasons.filter(({ key }) => key !== season.key) })}
            />
          ))}
          {isSupervisor && (
            <AddSeason onAdd={(name) => form.set({ seasons: [...seasons, newSeason(newKey(), name)] })} />
          )}
          <DaysOff
            days={daysOff}
            said={said}
            onChange={(next) => form.set({ daysOff: next })}
            newKey={isSupervisor ? newKey : null}
          />
          <Refused problems={form.problems} />
          {isSupervisor && (
            <p className={masters.submit}>
              <Button type="submit" loading={form.busy} disabled={!form.dirty}>
                {formWords.save}
              </Button>
            </p>
          )}
        </fieldset>
      </form>
      <LeaveGuard dirty={form.dirty} />
    </MasterPage>
  )
}

function useCalendarForm(read: EditedCalendar) {
  const { calendar: words } = useMasterMessages()
  const { shared } = useMessages()
  const change = useAct(consoleOfficeCalendar.change, [MASTERS])
  return useRecord<CalendarFields, EditedCalendar, EditedCalendar>({
    record: read,
    told: (refusal) => refusal.told(calendarNow),
    begin: (now) => calendarFields((now ?? read).calendar),
    check: (fields) =>
      Object.fromEntries(
        [...calendarProblems(fields)].map(([where, problem]) => [
          where,
          problem === 'required' ? shared.field.required() : words.problem[problem],
        ]),
      ),
    save: (fields, now) => change.mutateAsync({ calendar: calendarOf(fields), revision: (now ?? read).revision }),
    onSaved: (saved, take) => {
      showAlert('success', words.saved)
      take(saved)
    },
  })
}

interface DaysOffProps {
  readonly days: readonly DayOffFields[]
  readonly said: Said
  readonly onChange: (days: readonly DayOffFields[]) => void
  /** Another day's hours; null if the person may not change them. */
  readonly newKey: (() => string) | null
}

function DaysOff({ days, said, onChange, newKey }: DaysOffProps) {
  const { calendar: words } = useMasterMessages()
  const change = (key: string, part: Partial<DayOffFields>) =>
    onChange(days.map((day) => (day.key === key ? { ...day, ...part } : day)))
  return (
    <fieldset className={masters.box}>
      <legend className={styles.legend}>{words.daysOff}</legend>
      <ul className={styles.days}>
        {days.map((day) => (
          <li key={day.key} className={styles.dayOff}>
            <TextInput
              size="xs"
              label={words.dayName}
              maxLength={100}
              value={day.name}
              error={said(`${day.key} name`)}
              onChange={({ currentTarget }) => change(day.key, { name: currentTarget.value })}
            />
            <Day
              day={day}
              once
              label={words.day}
              problem={said(`${day.key} day`)}
              onChange={(part) => change(day.key, part)}
            />
            {newKey && (
              <ActionIcon
                variant="default"
                size="md"
                aria-label={words.removeDay(day.name)}
                onClick={() => onChange(days.filter(({ key }) => key !== day.key))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {newKey && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          className={styles.start}
          onClick={() => onChange([...days, { ...NEW_DAY, kind: 'once', key: newKey(), name: '' }])}
        >
          {words.addDay}
        </Button>
      )}
    </fieldset>
  )
}

/** The server's problems with the calendar as a whole. */
function Refused({ problems }: { problems: Readonly<Record<string, string>> }) {
  const whole = Object.entries(problems).find(([where]) => where.startsWith('calendar'))
  if (!whole) return null
  return (
    <p role="alert" className={masters.problem}>
      {whole[1]}
    </p>
  )
}

interface SeasonProps {
  readonly season: SeasonFields
  readonly said: Said
  readonly onChange: (part: Partial<SeasonFields>) => void
  readonly onRemove: () => void
}

function Season({ season: { key, name, from, to, week }, said, onChange, onRemove }: SeasonProps) {
  const { calendar: words } = useMasterMessages()
  const setHours = (weekday: Weekday, part: Partial<(typeof week)[Weekday]>) =>
    onChange({ week: { ...week, [weekday]: { ...week[weekday], ...part } } })
  return (
    <fieldset className={masters.box}>
      <legend className={styles.legend}>{words.seasons[name]}</legend>
      {name === 'normal' ? (
        <p className={masters.quiet}>{words.normalHint}</p>
      ) : (
        <div className={styles.period}>
          <Day
            day={from}
            label={words.from}
            problem={said(`${key} from`)}
            onChange={(part) => onChange({ from: { ...from, ...part } })}
          />
          <Day
            day={to}
            label={words.to}
            problem={said(`${key} to`)}
            onChange={(part) => onChange({ to: { ...to, ...part } })}
          />
          <Button size="xs" variant="default" className={styles.end} onClick={onRemove}>
            {words.removeSeason}
          </Button>
        </div>
      )}
      <div className={styles.week}>
        {WEEKDAYS.map((weekday) => (
          <div key={weekday} role="group" aria-label={words.weekdays[weekday]} className={styles.weekday}>
            <span className={styles.weekdayName}>{words.weekdays[weekday]}</span>
            <TextInput
              size="xs"
              label={words.opens}
              placeholder={words.closed}
              maxLength={5}
              value={week[weekday].opens}
              error={said(`${key} ${weekday} opens`)}
              onChange={({ currentTarget }) => setHours(weekday, { opens: currentTarget.value })}
            />
            <TextInput
              size="xs"
              label={words.closes}
              placeholder={words.closed}
              maxLength={5}
              value={week[weekday].closes}
              error={said(`${key} ${weekday} closes`)}
              onChange={({ currentTarget }) => setHours(weekday, { closes: currentTarget.value })}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

interface DayProps {
  readonly day: DayFields
  readonly label: string
  readonly problem: string | undefined
  /** Offers a single date, too. */
  readonly once?: boolean
  readonly onChange: (part: Partial<DayFields>) => void
}

function Day({ day, label, problem, once = false, onChange }: DayProps) {
  const { calendar: words } = useMasterMessages()
  const kinds = once ? (['once', 'yearly', 'easter'] as const) : (['yearly', 'easter'] as const)
  return (
    <div role="group" aria-label={label} className={styles.day}>
      <NativeSelect
        size="xs"
        label={label}
        value={day.kind}
        onChange={({ currentTarget }) => {
          const kind = kinds.find((one) => one === currentTarget.value)
          if (kind) onChange({ kind })
        }}
        data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
      />
      {day.kind === 'once' ? (
        <TextInput
          size="xs"
          type="date"
          label={words.date}
          value={day.date}
          error={problem}
          onChange={({ currentTarget }) => onChange({ date: currentTarget.value })}
        />
      ) : day.kind === 'easter' ? (
        <TextInput
          size="xs"
          type="number"
          label={words.easter}
          min={-80}
          max={250}
          value={day.easter}
          error={problem}
          onChange={({ currentTarget }) => onChange({ easter: currentTarget.value })}
        />
      ) : (
        <>
          <TextInput
            size="xs"
            label={words.dayOfMonth}
            inputMode="numeric"
            maxLength={2}
            className={styles.short}
            value={day.day}
            error={problem}
            onChange={({ currentTarget }) => onChange({ day: currentTarget.value.replaceAll(/\D/g, '') })}
          />
          <NativeSelect
            size="xs"
            label={words.month}
            value={day.month}
            onChange={({ currentTarget }) => onChange({ month: currentTarget.value })}
            data={words.months.map((name, index) => ({ value: String(index + 1), label: name }))}
          />
        </>
      )}
    </div>
  )
}

const ADDED = ['summer', 'christmas', 'easter'] as const

function AddSeason({ onAdd }: { onAdd: (name: SeasonFields['name']) => void }) {
  const { calendar: words } = useMasterMessages()
  const [name, setName] = useState<(typeof ADDED)[number]>('summer')
  return (
    <div className={masters.inline}>
      <NativeSelect
        size="xs"
        label={words.season}
        value={name}
        onChange={({ currentTarget }) => {
          const chosen = ADDED.find((one) => one === currentTarget.value)
          if (chosen) setName(chosen)
        }}
        data={ADDED.map((value) => ({ value, label: words.seasons[value] }))}
      />
      <Button size="xs" variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => onAdd(name)}>
        {words.addSeason}
      </Button>
    </div>
  )
}
