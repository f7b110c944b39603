import { Button, NativeSelect, TextInput, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLIENT_AREAS } from '#domain/account.ts'
import { consoleNotices, noticeNow } from '#contract/console/notices.ts'
import type { Format } from '#browser/format.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import type { Messages } from '../messages/es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { Badge } from '../forms/badge.tsx'
import { Choice } from '../forms/choice.tsx'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './masters.module.css'
import { fieldOf, momentOf } from '../forms/office-moment.ts'
import { sendByKeys, useForm } from '../forms/use-form.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { useRace } from '../forms/use-race.ts'

type Notice = Data<typeof consoleNotices.list>['items'][number]

const STATES = ['current', 'coming', 'past'] as const
const TONES = { current: 'good', coming: 'warning', past: 'quiet' } as const
const NOTICES = [...MASTERS, 'notices'] as const
/** A new one is shown for so long unless it is said otherwise. */
const USUAL_MS = 7 * 24 * 3600_000

const noticesQuery = (search: string, state: Notice['state'] | undefined) =>
  listQuery(['notices', search, state], (from, options) =>
    call(consoleNotices.list, { search, ...(state && { state }), ...from }, options),
  )

/** What the portal shows its customers as a banner. */
export function NoticesPage() {
  const { notices: words, list } = useMasterMessages()
  const { area: areas } = useMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const state = STATES.find((one) => one === search.choice)
  const query = useInfiniteQuery(noticesQuery(search.text, state))
  const [open, setOpen] = useState<Notice | 'new' | null>(null)
  const close = () => setOpen(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ id }) => id}
        opening={(row) => () => setOpen(row)}
        search={{ ...search, label: words.search }}
        filters={
          <Choice
            label={words.state}
            value={state ?? ''}
            onChange={search.onChoice}
            options={[
              { value: '', label: `${words.state}: ${list.any}` },
              ...STATES.map((value) => ({ value, label: words.states[value] })),
            ]}
          />
        }
        create={{ words: words.create, run: () => setOpen('new') }}
        empty={words.empty}
        columns={columnsOf(words, areas, dateTime)}
      />
      {open === 'new' && <NewNotice onClose={close} />}
      {open !== null && open !== 'new' && <OpenNotice notice={open} onClose={close} />}
    </MasterPage>
  )
}

const columnsOf = (
  words: MasterMessages['notices'],
  areas: Messages['area'],
  dateTime: Format['dateTime'],
): readonly MasterColumn<Notice>[] => [
  { title: words.text, cell: ({ textEs }) => <span className={styles.excerpt}>{textEs}</span>, width: '44%' },
  {
    title: words.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
  },
  {
    title: words.audience,
    cell: ({ area, version }) =>
      [area ? areas[area] : words.everybody, version].filter((part) => part !== null).join(' · '),
  },
  { title: words.from, cell: ({ from }) => dateTime(from) },
  { title: words.until, cell: ({ until }) => dateTime(until) },
]

interface Written {
  readonly textEs: string
  readonly textEn: string
  readonly area: '' | (typeof CLIENT_AREAS)[number]
  readonly version: string
  readonly from: string
  readonly until: string
}

function NewNotice({ onClose }: { onClose: () => void }) {
  const { notices: words } = useMasterMessages()
  const form = useForm<Written>(aNewOne())
  const { mutate, isPending } = useAct(consoleNotices.create, [NOTICES])
  const filledIn = useFilledIn(form)
  const send = () => {
    const notice = filledIn()
    if (!notice) return
    mutate(notice, {
      onSuccess: () => {
        showAlert('success', words.saved)
        onClose()
      },
      onError: form.refuse,
    })
  }
  return (
    <FormDialog
      title={words.create}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function OpenNotice({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const race = useRace(notice, (refusal) => refusal.told(noticeNow))
  return <EditNotice key={race.record.revision} race={race} onClose={onClose} />
}

function EditNotice({ race, onClose }: { race: ReturnType<typeof useRace<Notice>>; onClose: () => void }) {
  const { notices: words, form: formWords } = useMasterMessages()
  const { id, textEs, textEn, area, version, from, until, revision } = race.record
  const form = useForm<Written>({
    textEs,
    textEn,
    area: area ?? '',
    version: version ?? '',
    from: fieldOf(from),
    until: fieldOf(until),
  })
  const filledIn = useFilledIn(form)
  const change = useAct(consoleNotices.change, [NOTICES])
  const remove = useAct(consoleNotices.remove, [NOTICES])
  const [removing, setRemoving] = useState(false)
  const send = () => {
    const notice = filledIn()
    if (!notice) return
    change.mutate(
      { notice: id, ...notice, revision },
      {
        onSuccess: () => {
          showAlert('success', words.saved)
          onClose()
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  }
  return (
    <>
      <FormDialog
        title={words.edit}
        dirty={form.dirty}
        busy={change.isPending}
        onTakeCurrent={race.lost ? race.take : null}
        onSubmit={form.onSubmit(send)}
        onClose={onClose}
        acts={
          <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
            {formWords.remove}
          </Button>
        }
      >
        <Fields form={form} />
      </FormDialog>
      {removing && (
        <ConfirmDialog
          title={words.removing}
          act={formWords.remove}
          busy={remove.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={() =>
            remove.mutate(
              { notice: id, revision },
              {
                onSuccess: () => {
                  showAlert('success', words.removed)
                  onClose()
                },
                onError: (error) => {
                  setRemoving(false)
                  if (!race.isLost(error)) showAlert('error', sentenceOf(error))
                },
              },
            )
          }
        >
          <p>{words.removingText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Fields({ form }: { form: ReturnType<typeof useForm<Written>> }) {
  const { notices: words } = useMasterMessages()
  const { area: areas } = useMessages()
  return (
    <>
      <Textarea
        {...form.text('textEs')}
        required
        onKeyDown={sendByKeys}
        label={words.textEs}
        rows={3}
        maxLength={1000}
      />
      <Textarea
        {...form.text('textEn')}
        required
        onKeyDown={sendByKeys}
        label={words.textEn}
        rows={3}
        maxLength={1000}
      />
      <div className={styles.row}>
        <NativeSelect
          label={words.area}
          value={form.fields.area}
          error={form.problems['area']}
          onChange={({ currentTarget }) =>
            form.set({ area: CLIENT_AREAS.find((one) => one === currentTarget.value) ?? '' })
          }
          data={[
            { value: '', label: words.everybody },
            ...CLIENT_AREAS.map((value) => ({ value, label: areas[value] })),
          ]}
        />
        <TextInput
          {...form.text('version')}
          label={words.version}
          placeholder="V031"
          maxLength={20}
          autoComplete="off"
        />
      </div>
      <div className={styles.row}>
        <TextInput {...form.text('from')} required type="datetime-local" label={words.from} />
        <TextInput {...form.text('until')} required type="datetime-local" label={words.until} />
      </div>
      <p className={styles.quiet}>{words.officeTime}</p>
    </>
  )
}

/** What is sent; null when a moment is missing, which is then said. */
function useFilledIn(form: ReturnType<typeof useForm<Written>>): () => Input<typeof consoleNotices.create> | null {
  const { shared } = useMessages()
  return () => {
    const { textEs, textEn, area, version } = form.fields
    const [from, until] = [momentOf(form.fields.from), momentOf(form.fields.until)]
    if (from && until)
      return { textEs, textEn, area: area || null, version: version.trim() === '' ? null : version.trim(), from, until }
    const required = shared.field.required()
    form.wrong(
      { ...(!from && { from: required }), ...(!until && { until: required }) },
      shared.session['check-fields'](),
    )
    return null
  }
}

function aNewOne(): Written {
  const now = new Date()
  const until = new Date(now.getTime() + USUAL_MS)
  return { textEs: '', textEn: '', area: '', version: '', from: fieldOf(now), until: fieldOf(until) }
}
