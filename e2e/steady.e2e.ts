import type { Page } from '@playwright/test'
import { test } from './own-portal.ts'
import { HAS_ALL_JOURNEYS, IS_LONG } from './long.ts'
import { alterAnswers, raise } from './own-tickets.ts'
import { MOVING, expect } from './people.ts'
import { watchReading } from './reading.ts'
import { SCREENS } from './screens.ts'

// The text that somebody reads stays in its place, and the focused element is in sight. The portal is this file's own,
// because other journeys' events would move the lists.

test.describe.configure({ mode: 'parallel' })
// Readers in another zone also get a line that names the office's hours.
test.use({ ...MOVING, timezoneId: 'Atlantic/Canary' })

/** Answers come after the first picture, as on any real connection. */
const LINE_MS = 120
const SLOW_LINE_MS = 600

/** One screen of each kind whose content comes later than its frame; `test:long` opens all. */
const LATE = [
  '',
  'tickets/lista',
  'tickets/nuevo',
  'manuales/impuestos',
  ...(HAS_ALL_JOURNEYS
    ? [
        'mis-datos',
        'buscar?q=remesa',
        'tickets/lista?vista=historico',
        'tickets/lista?lista=incidencias',
        'manuales',
        'versiones/cambios',
        'opciones-adicionales?vista=valoraciones',
      ]
    : []),
]

/** Screens longer than a window: a list, a form and a text. */
const LONG = [
  'tickets/lista?vista=historico',
  'nuevo-ticket',
  'manuales/impuestos',
  ...(HAS_ALL_JOURNEYS ? ['buscar?q=remesa', 'tickets/lista?lista=incidencias', 'manuales', 'versiones'] : []),
]
/** More than a window of controls. */
const STEPS = HAS_ALL_JOURNEYS ? 45 : 30

for (const [window, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${window}`, { tag: window === 'a phone' ? [] : '@long' }, () => {
    test.use({ viewport })

    test('nothing on any screen moves while it loads', async ({ page, beginSession }) => {
      await beginSession({ contact: 12 })
      const ticket = await raise(page, 'Con un sitio fijo')
      await watchShifts(page)
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LINE_MS))
        await route.continue()
      })
      await alterAnswers(page, '**/api/consultas/get_contadores*', (told) => {
        Object.assign(told.data.data, { consultas: 130, historico: 240 })
      })
      await holdNotices(page)
      const allRead = watchReading(page)
      const expectStill = async (screen: string) => {
        await page.goto('about:blank')
        await page.goto(screen)
        await allRead()
        await expect(page.locator('main, [role=dialog]').first()).toBeVisible()
        const shifts = await shiftsOf(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        const what = shifts.map(({ what: moved }) => moved).join(' | ')
        expect.soft(sum, `${screen}: ${what}`).toBeLessThanOrEqual(0.02)
      }
      for (const screen of [...(IS_LONG ? SCREENS : LATE), `tickets/lista?ticket=${ticket}`]) await expectStill(screen)
      // The home of a person for whom little waits.
      await page.context().clearCookies()
      await beginSession({ installation: 'DUE-01', contact: 22 })
      await holdNotices(page)
      await expectStill('')
      // On a slow line the notices come later than everything else.
      await page.context().clearCookies()
      await beginSession({ contact: 12 })
      await holdNotices(page, SLOW_LINE_MS)
      await expectStill('tickets/lista')
    })

    test('the focused element is in sight, forwards and backwards', async ({ page, beginSession }) => {
      await beginSession({ contact: 12 })
      const ticket = await raise(page, 'Con el foco a la vista')
      const allRead = watchReading(page)
      for (const screen of [...LONG, `tickets/lista?ticket=${ticket}`]) {
        await page.goto(screen)
        await allRead()
        for (const key of ['Tab', 'Shift+Tab']) {
          const hidden = new Set<string>()
          for (let step = 0; step < STEPS; step += 1) {
            await page.keyboard.press(key)
            const found = await outOfSight(page)
            if (found) hidden.add(found)
          }
          expect.soft([...hidden], `${screen} by ${key}`).toEqual([])
        }
      }
    })
  })
}

/**
 * The person's notices, read beforehand, take as long as the line delays them. A screen waits a second for them
 * (`portal/layout/with-queries.tsx`), and a busy server's delay says nothing about the screen.
 */
async function holdNotices(page: Page, late = LINE_MS): Promise<void> {
  const notices = '**/api/login/get_avisos*'
  await page.unroute(notices)
  const answer = await page.request.get('/api/login/get_avisos')
  expect(answer.status()).toBe(200)
  const json = await answer.json()
  await page.route(notices, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, late))
    await route.fulfill({ json })
  })
}

interface Shift {
  readonly value: number
  readonly what: string
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        const what = entry.sources.map(
          ({ node, previousRect: before, currentRect: after }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName} ${before.left},${before.top} → ${after.left},${after.top}`,
        )
        shifts.push({ value: entry.value, what: what.join(' ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)

/** The focused control, if something lies over its visible part, or if no part of it is visible. */
const outOfSight = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    // The first line of a link that wraps.
    const [box] = focused.getClientRects()
    const what = focused.outerHTML.slice(0, 160)
    if (!box) return `nowhere: ${what}`
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)]
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)]
    if (left >= right || top >= bottom) return `outside: ${what}`
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isHit = over && (focused.contains(over) || over.contains(focused) || over.closest('label')?.contains(focused))
    return isHit ? null : `under ${over?.outerHTML.slice(0, 80)}: ${what}`
  })
