import { useInfiniteQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { cannedAnswerNow, consoleCannedAnswers } from '#contract/console/canned-answers.ts'
import type { Format } from '#browser/format.ts'
import type { Data } from '#contract/endpoint.ts'
import { CANNED_FIELDS, type CannedField, SPANISH_FIELDS } from '#contract/console/canned-fields.ts'
import { useAct } from '../act.ts'
import { call } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { CANNED_ANSWERS } from '../ticket/ticket-queries.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from './master-page.tsx'
import { RecordForm } from '../forms/record-form.tsx'
import styles from './canned-answers-page.module.css'
import masters from './masters.module.css'
import { useListSearch } from '../lists/use-list-search.ts'

type CannedAnswer = Data<typeof consoleCannedAnswers.list>['items'][number]

const STALE = [[...MASTERS, 'canned-answers'], CANNED_ANSWERS]

const cannedAnswersQuery = (search: string) =>
  listQuery(['canned-answers', search], (from, options) =>
    call(consoleCannedAnswers.list, { search, ...from }, options),
  )

/** Answers ready for customers. */
export function CannedAnswersPage() {
  const { cannedAnswers: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const search = useListSearch()
  const query = useInfiniteQuery(cannedAnswersQuery(search.text))
  const [open, setOpen] = useState<CannedAnswer | 'new' | null>(null)
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
      {open !== null && <AnswerForm answer={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
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

function AnswerForm({ answer, onClose }: { answer: CannedAnswer | null; onClose: () => void }) {
  const { cannedAnswers: words } = useMasterMessages()
  const create = useAct(consoleCannedAnswers.create, STALE)
  const change = useAct(consoleCannedAnswers.change, STALE)
  const remove = useAct(consoleCannedAnswers.remove, STALE)
  return (
    <RecordForm
      size="lg"
      record={answer}
      told={(refusal) => refusal.told(cannedAnswerNow)}
      title={(row) => (row ? words.edit : words.create)}
      begin={(row) => ({ title: row?.title ?? '', text: row?.text ?? '' })}
      fields={({ set }) => [
        { is: 'text', name: 'title', label: words.name, required: true, maxLength: 200 },
        { is: 'lines', name: 'text', label: words.text, required: true, rows: 9, maxLength: 20_000 },
        cannedFields(set),
      ]}
      save={(fields, row) =>
        row
          ? change.mutateAsync({ cannedAnswer: row.id, ...fields, revision: row.revision })
          : create.mutateAsync(fields)
      }
      done={({ title }) => words.saved(title)}
      removal={{
        title: ({ title }) => words.removing(title),
        text: words.removingText,
        done: ({ title }) => words.removed(title),
        remove: ({ id, revision }) => remove.mutateAsync({ cannedAnswer: id, revision }),
      }}
      onClose={onClose}
    />
  )
}

const cannedFields = (set: (part: { text: string }) => void) => (
  <CannedFields key="fields" onInsert={(text) => set({ text })} />
)

/** The fields that an answer takes from its ticket, inserted at the cursor. */
function CannedFields({ onInsert }: { onInsert: (text: string) => void }) {
  const { cannedAnswers: words } = useMasterMessages()
  const language = useLanguage()
  const written = (field: CannedField) => `{{${language === 'es' ? SPANISH_FIELDS[field] : field}}}`
  const insert = (field: CannedField, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const area = currentTarget.form?.elements.namedItem('text')
    if (!(area instanceof HTMLTextAreaElement)) return
    const { value, selectionStart, selectionEnd } = area
    const before = value.slice(0, selectionStart) + written(field)
    flushSync(() => onInsert(before + value.slice(selectionEnd)))
    area.focus()
    area.setSelectionRange(before.length, before.length)
  }
  return (
    <>
      <p className={masters.quiet}>{words.fieldsLead}</p>
      <dl className={styles.fields} aria-label={words.fields}>
        {CANNED_FIELDS.map((field) => (
          <div key={field}>
            <dt>
              <button
                type="button"
                className={styles.field}
                title={words.insert}
                onClick={(event) => insert(field, event)}
              >
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
