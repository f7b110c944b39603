import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, test as base, expect } from '@playwright/test'
import { entryLink, signDemoEntry } from '#server/demo/entry-link.ts'
import { HAS_ALL_JOURNEYS, IS_LONG } from './long.ts'
import { falsify } from './falsified.ts'
import { showAsBefore, showIn } from './themes.ts'

interface Entry {
  readonly installation?: string
  readonly contact?: number
  /** Null: the link names none, so the person must choose. */
  readonly company?: string | null
  /** The program's module that the link comes from. */
  readonly module?: string
  /** That program's code. */
  readonly program?: string
  /** The login in the installation's application: each login is a person of its own. Each journey has its own. */
  readonly caller?: string
  /** The link's facts about the person, for screens and forms. */
  readonly details?: {
    readonly name?: string
    readonly email?: string
    readonly contactName?: string
    readonly phone?: string
  }
}

interface Fixtures {
  /** A new link as an installation makes it, by default Lucía Ferrer's. */
  readonly link: (entry?: Entry) => Promise<string>
  /** Enters by such a link and waits for the home. */
  readonly enter: (entry?: Entry) => Promise<void>
  /** Opens the session of such a link without showing a screen: for a journey that goes to another screen at once. */
  readonly beginSession: (entry?: Entry) => Promise<void>
  /** Expects no accessibility violation on the screen; `checksOf` says in which states and themes. */
  readonly expectAccessible: (page?: Page) => Promise<void>
}

/** For `test.use`: the page moves as it does for most, also in `npm test`. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const

interface Options {
  /** A message in the browser's console that the journey itself causes. */
  readonly expectedFault: RegExp | null
}

/** Every journey fails on a console error, an unhandled rejection or a page that does not answer. */
export const test = base.extend<Fixtures & Options & { readonly quietConsole: void; readonly falsified: void }>({
  expectedFault: [null, { option: true }],
  falsified: [
    async ({ context }, use, testInfo) => {
      await falsify(context, testInfo)
      await use()
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ page, expectedFault }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        const text = message.text()
        const isExpected = EXPECTED_REFUSALS.test(text) || expectedFault?.test(text)
        if ((message.type() === 'error' && !isExpected) || FETCHED_TWICE.test(text))
          errors.push(`${text} ${message.location().url}`)
      })
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  link: async ({ baseURL }, use) => {
    // Drafts belong to the person: journeys at the same time must not find each other's.
    const ownCaller = randomUUID()
    await use(
      async ({
        installation = 'LEV-01',
        contact = 11,
        company = '001',
        module,
        program,
        caller = ownCaller,
        details = {},
      } = {}) => {
        const { name, email, contactName, phone } = details
        const context = {
          ...(company !== null && { company }),
          ...(module && { module }),
          ...(program && { program }),
          ...(contactName && { contactName }),
          ...(phone && { phone }),
        }
        const said = { ...(name && { name }), ...(email && { email }) }
        const entry = { installation, subject: String(contact), context, caller, ...said }
        return entryLink(new URL(baseURL ?? '').origin, await signDemoEntry(entry, new Date()))
      },
    )
  },
  enter: async ({ page, link }, use) => {
    await use(async (entry) => {
      await page.goto(await link(entry))
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
    })
  },
  beginSession: async ({ page, link }, use) => {
    await use(async (entry) => {
      const t = new URLSearchParams(new URL(await link(entry)).hash.slice(1)).get('t')
      const answer = await page.request.post('/api/login/nuevo_ticket', { data: { t } })
      expect(answer.status(), await answer.text()).toBe(200)
    })
  },
  expectAccessible: async ({ page: own, browserName }, use) => {
    await use(async (page = own) => {
      // Playwright cannot set Firefox's theme yet.
      if (browserName === 'firefox') return
      const dialog = await topDialog(page)
      const checks = checksOf(page, dialog)
      if (checks.length === 0) return
      // By itself it would be loaded into the page twice with every check.
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
      for (const [theme, rules] of checks) {
        await showIn(page, theme)
        // No frame has another origin, so the page itself runs axe: that is faster than a second page.
        const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode()
        axe.options({ reporter: 'no-passes', rules: rules === 'without colours' ? WITHOUT_COLOUR : {} })
        if (dialog !== null && !IS_LONG) axe.include(MODAL)
        if (!HAS_ALL_JOURNEYS) axe.exclude(FURTHER_ROWS)
        const { violations } = await (rules === 'colours' ? axe.withRules(OF_COLOUR) : axe.withTags(WCAG)).analyze()
        const found = violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
        expect(found).toEqual([])
      }
      await showAsBefore(page)
    })
  },
})

/** Rows of a table have the same elements; a check of a list with all of them takes a third longer. */
const FURTHER_ROWS = 'tbody > tr:nth-child(n + 4)'

/** While the dialog is open, nothing outside it can be reached; the screen below has checks of its own. */
const MODAL = 'dialog:modal'

/** The title of the modal dialog on top; null: there is none. */
const topDialog = (page: Page): Promise<string | null> =>
  page.evaluate((modal) => {
    const top = [...document.querySelectorAll(modal)].at(-1)
    return top ? (top.querySelector('h2')?.textContent ?? '') : null
  }, MODAL)

type Check = readonly [theme: 'light' | 'dark', rules: 'all' | 'colours' | 'without colours']

/**
 * Contrasts take more than half of a check. `test:long` looks at those of every state, in either theme. `npm test` checks one state of
 * each screen or dialog, half of them in the light theme and half in the dark one; `JOURNEYS=all` checks that state in both, and every
 * other state without its contrasts.
 */
function checksOf(page: Page, dialog: string | null): readonly Check[] {
  const { pathname, searchParams } = new URL(page.url())
  const key = [pathname, ...searchParams.keys(), dialog].join(' ').replaceAll(/\d+/g, '0')
  const hash = createHash('sha256').update(key).digest()
  const isFirst = IS_LONG || isFirstState(hash.toString('hex'), key)
  const inBoth = [['light', 'all'] as const, ['dark', 'colours'] as const]
  if (HAS_ALL_JOURNEYS) return isFirst ? inBoth : [['light', 'without colours']]
  return isFirst ? [[hash.readUInt8() % 2 === 0 ? 'light' : 'dark', 'all']] : []
}

/** Whether no worker has checked this screen or dialog yet. */
function isFirstState(name: string, key: string): boolean {
  try {
    writeFileSync(join(process.env.E2E_CHECKED ?? '', name), key, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** A page has a dozen colours. axe reads them anew for each element and what lies behind it, for a fifth of a check's time. */
const REMEMBER_COLOURS = `{
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map()
  prototype.parseString = function (text) {
    if (known.has(text)) return Object.assign(this, known.get(text))
    const { r, g, b, alpha } = parseString.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}`

/** The script that AxeBuilder would load. */
const AXE = `${readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)};${REMEMBER_COLOURS}`

/** The rules that depend on the theme; all others were checked in the light one. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']
const WITHOUT_COLOUR = Object.fromEntries(OF_COLOUR.map((rule) => [rule, { enabled: false }]))

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A preload whose mode differs from the request's. */
const FETCHED_TWICE = /credentials mode does not match/

/** The browser reports every refusal in its console; journeys that cause one check it on the screen. */
const EXPECTED_REFUSALS = /the server responded with a status of (401|403|404|409|413|415|422)/

export { expect } from '@playwright/test'
