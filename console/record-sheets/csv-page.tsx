import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CallFailed } from '#browser/client.ts'
import {
  SHEET_BYTES,
  SHEET_COLUMNS,
  SHEET_KINDS,
  SHEET_OUTCOMES,
  type SheetKind,
  consoleRecordSheets,
  sheetNow,
} from '#contract/console/start/record-sheets.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { ChooseFile, base64Of } from '../forms/choose-file.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { type SheetMessages, useSheetMessages } from './record-sheet-messages.ts'
import styles from './csv-page.module.css'
import { csvOf, save, templateOf } from './sheet-file.ts'

type Plan = Data<typeof consoleRecordSheets.preview>
type Line = Plan['lines'][number]

interface Seen {
  readonly name: string
  readonly file: string
  readonly plan: Plan
  readonly isDone: boolean
}

/** Loads masters from a CSV file; for supervisors. */
export function CsvPage() {
  const words = useSheetMessages()
  const { clients } = useMasterMessages()
  const [kind, setKind] = useState<SheetKind>('clients')
  const [seen, setSeen] = useState<Seen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = useAct(consoleRecordSheets.preview, [])
  const load = useAct(consoleRecordSheets.load, [MASTERS])
  const begin = (next: SheetKind) => {
    setKind(next)
    setSeen(null)
    setProblem(null)
  }
  const choose = async (chosen: File) => {
    begin(kind)
    if (chosen.size > SHEET_BYTES) return setProblem(words.tooLarge)
    const file = await base64Of(chosen).catch(() => null)
    if (file === null) return setProblem(words.unreadable)
    try {
      setSeen({ name: chosen.name, file, plan: await preview.mutateAsync({ kind, file }), isDone: false })
    } catch (error) {
      setProblem((error instanceof CallFailed && error.fields['file']) || sentenceOf(error))
    }
  }
  const carryOut = async ({ file, plan, ...rest }: Seen) => {
    setProblem(null)
    try {
      setSeen({ ...rest, file, plan: await load.mutateAsync({ kind, file, seen: plan.seen }), isDone: true })
      showAlert('success', words.loaded)
    } catch (error) {
      const now = error instanceof CallFailed ? error.told(sheetNow)?.current : undefined
      if (now) setSeen({ ...rest, file, plan: now, isDone: false })
      setProblem(sentenceOf(error))
    }
  }
  return (
    <MasterPage title={words.title} lead={words.lead} back={{ to: paths.clients, words: clients.title }}>
      <section className={`${masters.box} ${masters.measured}`}>
        <NativeSelect
          label={words.kind}
          description={words.order}
          value={kind}
          disabled={preview.isPending || load.isPending}
          onChange={({ currentTarget }) => begin(SHEET_KINDS.find((one) => one === currentTarget.value) ?? kind)}
          data={SHEET_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <Columns kind={kind} />
        <p className={masters.quiet}>{words.empty}</p>
        <div className={styles.acts}>
          <Button size="xs" variant="default" onClick={() => save(templateOf(kind), `${words.kinds[kind]}.csv`)}>
            {words.template}
          </Button>
          <ChooseFile
            words={seen ? words.another : words.choose}
            accept=".csv,.txt,text/csv"
            busy={preview.isPending}
            onFile={(file) => void choose(file)}
          />
        </div>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      </section>
      {seen && <Outcome key={seen.plan.seen} seen={seen} busy={load.isPending} onLoad={() => void carryOut(seen)} />}
    </MasterPage>
  )
}

function Columns({ kind }: { kind: SheetKind }) {
  const words = useSheetMessages()
  const hints: Readonly<Record<string, string>> = words.hints
  return (
    <dl className={styles.columns} aria-label={words.columns}>
      {SHEET_COLUMNS[kind].map(({ field, headings: [heading], isNeeded }) => (
        <div key={field}>
          <dt>{heading}</dt>
          <dd>{[isNeeded && words.needed, hints[`${kind}.${field}`] ?? hints[field]].filter(Boolean).join(' · ')}</dd>
        </div>
      ))}
    </dl>
  )
}

const TONES = { made: 'good', changed: 'good', same: 'quiet', wrong: 'warning' } as const
const AT_FIRST = 100

function Outcome({ seen, busy, onLoad }: { seen: Seen; busy: boolean; onLoad: () => void }) {
  const words = useSheetMessages()
  const { plan, name, isDone } = seen
  const [shown, setShown] = useState(AT_FIRST)
  // Lines that need attention come first.
  const lines = SHEET_OUTCOMES.toReversed()
    .filter((outcome) => outcome !== 'same')
    .flatMap((outcome) => plan.lines.filter((line) => line.outcome === outcome))
  const nothing = plan.wrong === 0 && plan.made + plan.changed === 0
  return (
    <section className={`${masters.box} ${masters.measured}`} aria-label={words.lines}>
      <div role="status">
        <h2 className={masters.boxTitle}>{isDone ? words.doneOf(name) : words.of(name)}</h2>
        <p className={styles.counts}>
          {SHEET_OUTCOMES.filter((outcome) => plan[outcome] > 0).map((outcome) => (
            <Badge key={outcome} tone={TONES[outcome]}>
              {words.counts[outcome](plan[outcome])}
            </Badge>
          ))}
        </p>
        {plan.unread.length > 0 && <p className={styles.problem}>{words.unread(plan.unread.join(', '))}</p>}
        {plan.wrong > 0 && <p className={styles.problem}>{words.correct}</p>}
        {nothing && !isDone && <p>{words.nothing}</p>}
      </div>
      <div className={styles.acts}>
        {!isDone && (
          <Button loading={busy} disabled={plan.wrong > 0 || nothing} onClick={onLoad}>
            {words.load}
          </Button>
        )}
        <Button variant="default" onClick={() => save(csvOf(resultRows(plan, words)), resultName(name))}>
          {words.download}
        </Button>
      </div>
      <ul className={styles.lines}>
        {lines.slice(0, shown).map((line) => (
          <LineItem key={line.line} kind={plan.kind} line={line} />
        ))}
      </ul>
      {lines.length > shown && (
        <p>
          <Button variant="default" size="xs" onClick={() => setShown(shown + 5 * AT_FIRST)}>
            {words.more(Math.min(lines.length - shown, 5 * AT_FIRST))}
          </Button>
        </p>
      )}
    </section>
  )
}

function LineItem({ kind, line }: { kind: SheetKind; line: Line }) {
  const words = useSheetMessages()
  const details = detailsOf(kind, line, words)
  return (
    <li>
      <span className={styles.number}>{words.line(line.line)}</span>
      <span className={styles.name}>{line.name}</span>
      <Badge tone={TONES[line.outcome]}>{words.outcomes[line.outcome]}</Badge>
      {details.length > 0 && (
        <ul className={styles.details} data-wrong={line.outcome === 'wrong' || undefined}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

const detailsOf = (kind: SheetKind, { problems, changes }: Line, { emptyValue }: SheetMessages): readonly string[] => [
  ...problems.map(({ field, said }) => (field === null ? said : `${headingOf(kind, field)}: ${said}`)),
  ...changes.map(({ field, from, to }) => `${headingOf(kind, field)}: ${from || emptyValue} → ${to || emptyValue}`),
]

const headingOf = (kind: SheetKind, field: string): string =>
  SHEET_COLUMNS[kind].find((column) => column.field === field)?.headings[0] ?? field

const resultRows = ({ kind, lines }: Plan, words: SheetMessages): readonly (readonly string[])[] => [
  [words.heading.line, words.heading.name, words.heading.outcome, words.heading.detail],
  ...lines.map((line) => [
    String(line.line),
    line.name,
    words.outcomes[line.outcome],
    detailsOf(kind, line, words).join(' / '),
  ]),
]

const resultName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}-resultado.csv`
