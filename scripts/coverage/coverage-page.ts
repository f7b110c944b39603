import { CALLS, MESSAGES, SCREENS, type Shown, nameOf } from '#server/testing/specified.ts'

// docs/coverage.md: each row of the specification, and the test that shows it.

export interface Row {
  /** In the notation of the run: one of `CALLS`, `SCREENS` or `MESSAGES`. */
  readonly row: string
  readonly shownBy?: Pick<Shown, 'file' | 'test'> | undefined
}

export const ROWS: readonly string[] = [...CALLS.keys(), ...SCREENS.map(([address]) => address), ...MESSAGES]

export function readPage(page: string): Row[] {
  const written = new Map(
    page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2, -2).split(' | '))
      .map(([row = '', file = '', test = '']) => [row, { file: file.replaceAll('`', ''), test: unescaped(test) }]),
  )
  return ROWS.map((row) => {
    const shownBy = written.get(cellOf(row))
    return { row, shownBy: shownBy?.test ? shownBy : undefined }
  })
}

export function writePage(rows: readonly Row[]): string {
  const lines = (wanted: readonly string[]) =>
    wanted.map((wanted) => {
      const shownBy = rows.find(({ row }) => row === wanted)?.shownBy
      return `| ${cellOf(wanted)} | ${shownBy ? `\`${shownBy.file}\` | ${escaped(shownBy.test)}` : '– | '} |`
    })
  return [
    ...INTRODUCTION,
    '## Calls',
    '',
    'Each is also walked with other clients’ records (`server/isolation/`).',
    '',
    '| Call | File | Test |',
    '|---|---|---|',
    ...lines([...CALLS.keys()]),
    '',
    '## Screens',
    '',
    'Their addresses below `/public/`. Each is also opened with axe, at 1280, 390 and 320 pixels; by `JOURNEYS=all` in both themes, up to 1920 (`e2e/every-screen.e2e.ts`).',
    '',
    '| Screen | File | Test |',
    '|---|---|---|',
    ...lines(SCREENS.map(([address]) => address)),
    '',
    '## Messages',
    '',
    'To the letter of the specification (§4, §5 and §8); what stands in braces is another value each time.',
    '',
    '| Message | File | Test |',
    '|---|---|---|',
    ...lines(MESSAGES),
    '',
  ].join('\n')
}

const INTRODUCTION = [
  '# Coverage',
  '',
  'Every call, screen and message of the specification, with a test that shows it. Written from a run of the tests',
  '(`UPDATE=1 npm run coverage` after it), and checked against every run: `npm test` records which answers, screens and messages',
  'each test compares to the letter. A row fails if its test did not compare it, or if it has no test.',
  '`npm run test:long` then answers each row falsely to its test, which must fail: a call returns wrong data and has no',
  'effect, a screen stays empty, a message is different.',
  '',
]

function cellOf(row: string): string {
  if (CALLS.has(row)) return `\`${row}\``
  const screen = SCREENS.find(([address]) => address === row)
  return screen ? `${screen[1]}: \`/${row}\`` : `«${row}»`
}

const escaped = (title: string): string => title.replaceAll('|', '\\|')
const unescaped = (title: string): string => title.replaceAll('\\|', '|')

/** Rows without a test, and rows whose test did not show them in this run: one sentence each. */
export const faultsOf = (rows: readonly Row[], run: readonly Shown[]): string[] =>
  rows.flatMap(({ row, shownBy }) => {
    if (!shownBy) return [`${cellOf(row)} is shown by no test`]
    return isShown(row, shownBy, run) ? [] : [`${cellOf(row)} was not shown by ${nameOf(shownBy)}`]
  })

const isShown = (row: string, shownBy: Pick<Shown, 'file' | 'test'>, run: readonly Shown[]): boolean =>
  run.some((shown) => nameOf(shown) === nameOf(shownBy) && shown.rows.includes(row))

/** Messages are for people: a test on the screen is preferred to one of the API. */
const onScreen = (row: string, { file }: Shown): number => Number(!CALLS.has(row) && file.endsWith('.e2e.ts'))

/**
 * The rows with their tests: the page's present test if it showed the row, otherwise the most specific one. `blind`
 * tests are never chosen.
 */
export function chosen(
  rows: readonly Row[],
  run: readonly Shown[],
  blind: ReadonlyMap<string, ReadonlySet<string>>,
): Row[] {
  const isBlind = (row: string, shown: Pick<Shown, 'file' | 'test'>) => blind.get(row)?.has(nameOf(shown)) ?? false
  const shows = new Map<string, number>()
  return rows.map(({ row, shownBy: present }) => {
    const isKept = present && isShown(row, present, run) && !isBlind(row, present)
    const [shownBy] = isKept
      ? [present]
      : run
          .filter((shown) => shown.rows.includes(row) && !isBlind(row, shown))
          .toSorted(
            (a, b) =>
              onScreen(row, b) - onScreen(row, a) ||
              a.rows.length + (shows.get(nameOf(a)) ?? 0) - (b.rows.length + (shows.get(nameOf(b)) ?? 0)) ||
              nameOf(a).localeCompare(nameOf(b)),
          )
    if (shownBy) shows.set(nameOf(shownBy), (shows.get(nameOf(shownBy)) ?? 0) + 1)
    return { row, shownBy: shownBy && { file: shownBy.file, test: shownBy.test } }
  })
}
