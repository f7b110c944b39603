import { Button, TextInput, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cannedAnswerNow, consoleCannedAnswers } from '#contract/console/canned-answers.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { CANNED_FIELDS, type CannedField, SPANISH_FIELDS } from '#contract/console/canned-fields.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { CANNED_ANSWERS } from '../ticket/ticket-queries.ts'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import styles from './canned-answers-page.module.css'
import masters from './masters.module.css'
import { sendByKeys, useForm } from '../forms/use-form.ts'
import { useListSearch } from '../lists/use-list-search.ts'
import { useRace } from '../forms/use-race.ts'

type CannedAnswer = Data<typeof consoleCannedAnswers.list>['items'][number]

const STALE = [[...MASTERS, 'canned-answers'], CANNED_ANSWERS]

const cannedAnswersQuery = (search: string) =>
  listQuery(['canned-answers', search], (from, options) =>
    call(consoleCannedAnswers.list, { search, ...from }, options),
  )

/** What stands ready to be said to customers. */
export function CannedAnswersPage() {
  const { cannedAnswers: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const query = useInfiniteQuery(cannedAnswersQuery(search.text))
  const [open, setOpen] = useState<CannedAnswer | 'new' | null>(null)
  const close = () => setOpen(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={query}
        rowKey={({ id }) => id}
        opening={(row) => () => setOpen(row)}
        search={{ ...search, label: words.search }}
        create={{ words: words.create, run: () => setOpen('new') }}
        empty={words.empty}
        columns={columnsOf(words, dateTime)}
      />
      {open === 'new' && <NewAnswer onClose={close} />}
      {open !== null && open !== 'new' && <OpenAnswer answer={open} onClose={close} />}
    </MasterPage>
  )
}

const columnsOf = (
  words: MasterMessages['cannedAnswers'],
  dateTime: Format['dateTime'],
): readonly MasterColumn<CannedAnswer>[] => [
  { title: words.name, cell: ({ title }) => title, width: '26%' },
  { title: words.text, cell: ({ text }) => <span className={masters.excerpt}>{text}</span> },
  {
    title: words.changed,
    cell: ({ changedAt, changedBy }) => `${dateTime(changedAt)} · ${changedBy}`,
    width: '24%',
  },
]

function NewAnswer({ onClose }: { onClose: () => void }) {
  const { cannedAnswers: words } = useMasterMessages()
  const form = useForm({ title: '', text: '' })
  const { mutate, isPending } = useAct(consoleCannedAnswers.create, STALE)
  const send = () =>
    mutate(form.fields, {
      onSuccess: ({ title }) => {
        showAlert('success', words.saved(title))
        onClose()
      },
      onError: form.refuse,
    })
  return (
    <FormDialog
      size="lg"
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

function OpenAnswer({ answer, onClose }: { answer: CannedAnswer; onClose: () => void }) {
  const race = useRace(answer, (refusal) => refusal.told(cannedAnswerNow))
  return <EditAnswer key={race.record.revision} race={race} onClose={onClose} />
}

function EditAnswer({ race, onClose }: { race: ReturnType<typeof useRace<CannedAnswer>>; onClose: () => void }) {
  const { cannedAnswers: words, form: formWords } = useMasterMessages()
  const { id, title, text, revision } = race.record
  const form = useForm({ title, text })
  const change = useAct(consoleCannedAnswers.change, STALE)
  const remove = useAct(consoleCannedAnswers.remove, STALE)
  const [removing, setRemoving] = useState(false)
  const send = () =>
    change.mutate(
      { cannedAnswer: id, ...form.fields, revision },
      {
        onSuccess: (saved) => {
          showAlert('success', words.saved(saved.title))
          onClose()
        },
        onError: (error) => race.isLost(error) || form.refuse(error),
      },
    )
  return (
    <>
      <FormDialog
        size="lg"
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
          title={words.removing(title)}
          act={formWords.remove}
          busy={remove.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={() =>
            remove.mutate(
              { cannedAnswer: id, revision },
              {
                onSuccess: () => {
                  showAlert('success', words.removed(title))
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

function Fields({ form }: { form: ReturnType<typeof useForm<{ title: string; text: string }>> }) {
  const { cannedAnswers: words } = useMasterMessages()
  const language = useLanguage()
  const area = useRef<HTMLTextAreaElement>(null)
  const written = (field: CannedField) => `{{${language === 'es' ? SPANISH_FIELDS[field] : field}}}`
  const insert = (field: CannedField) => {
    if (!area.current) return
    const { value, selectionStart, selectionEnd } = area.current
    const before = value.slice(0, selectionStart) + written(field)
    flushSync(() => form.set({ text: before + value.slice(selectionEnd) }))
    area.current.focus()
    area.current.setSelectionRange(before.length, before.length)
  }
  return (
    <>
      <TextInput {...form.text('title')} required label={words.name} maxLength={200} autoComplete="off" />
      <Textarea
        {...form.text('text')}
        ref={area}
        required
        onKeyDown={sendByKeys}
        label={words.text}
        rows={9}
        maxLength={20_000}
      />
      <p className={masters.quiet}>{words.fieldsLead}</p>
      <dl className={styles.fields} aria-label={words.fields}>
        {CANNED_FIELDS.map((field) => (
          <div key={field}>
            <dt>
              <button type="button" className={styles.field} title={words.insert} onClick={() => insert(field)}>
                {written(field)}
              </button>
            </dt>
            <dd>{words.field[field]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
