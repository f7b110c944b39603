import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { SCREENS, messageIn, note } from '#server/testing/specified.ts'
import { titled } from './falsified.ts'

/** Records the messages and screens that a journey found; docs/coverage.md is written from it. */
export default class AssertedReporter implements Reporter {
  onTestEnd(test: TestCase, { status, steps }: TestResult): void {
    if (status !== 'passed') return
    const taken = steps.flatMap(withInner)
    const rows = new Set([...taken.flatMap(messagesFound), ...screensSeen(taken)])
    // The run's and the project's titles precede the file's.
    note({ ...titled(test.titlePath().slice(2)), rows: [...rows] })
  }
}

const withInner = (step: TestStep): TestStep[] => [step, ...step.steps.flatMap(withInner)]

/** Messages that an expectation or an action located; those expected to be absent do not count. */
function messagesFound({ category, title, params, error }: TestStep): string[] {
  if (error || (category !== 'expect' && category !== 'pw:api')) return []
  if (/"not |toBeHidden|toBeDetached/.test(title)) return []
  // The test found none of these.
  if (title.includes('toHaveCount') && params?.expected === undefined) return []
  return [...literalsIn(String(params?.locator ?? '')), ...textsIn(params?.expected)].flatMap(
    (text) => messageIn(text) ?? [],
  )
}

/** The complete texts and expressions in a locator. */
const literalsIn = (locator: string): string[] =>
  [...locator.matchAll(/'((?:[^'\\]|\\.)*)'|\/((?:[^/\\]|\\.)*)\//g)].map(([, text, expression]) =>
    text === undefined ? sourceText(expression ?? '') : text.replaceAll(String.raw`\'`, "'"),
  )

function textsIn(expected: unknown): string[] {
  if (typeof expected === 'string') return [expected]
  if (expected instanceof RegExp) return [sourceText(expected.source)]
  return Array.isArray(expected) ? expected.flatMap(textsIn) : []
}

const sourceText = (expression: string): string =>
  expression.replaceAll(/^\^|\$$/g, '').replaceAll(/\\([.?*()[\]])/g, '$1')

/** Screens opened by their address before a later expectation. */
function screensSeen(steps: readonly TestStep[]): string[] {
  const lastExpected = steps.findLastIndex(({ category, error }) => category === 'expect' && !error)
  const opened = steps
    .slice(0, Math.max(lastExpected, 0))
    .flatMap(({ params }) => (typeof params?.url === 'string' ? [params.url] : []))
    // As journeys write it: absolute, or below `/public/`.
    .map((url) => new URL(url, 'http://portal/public/'))
    .map(({ pathname, search }) => pathname + search)
  return SCREENS.map(([address]) => address).filter((address) => opened.includes(`/public/${address}`))
}
