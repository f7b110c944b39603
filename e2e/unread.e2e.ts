import type { Browser, Locator, Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { test } from './own-portal.ts'
import { answer, post, raise } from './own-tickets.ts'
import { expect } from './people.ts'
import { find, technician, timeline } from './technicians.ts'

// Unread entries in the list, in the counter and in the title of every tab, for each person apart. The portal is this
// file's own, because other journeys' answers would be counted.

/** Counted from the awaited commit. */
const WITHIN_A_SECOND = { timeout: patient(1000), intervals: [25] }
/** A browser reports an entry as seen once it has been in sight for a second. This is well beyond that. */
const LONGER_THAN_A_LOOK = 2500

const following = (page: Page) =>
  page.waitForResponse((response) => /\/eventos\b/.test(response.url()) && response.status() === 200)

const rowOf = (page: Page, ticket: number) => page.getByRole('row').filter({ hasText: String(ticket) })

/** The marks that a tab with the list shows, for one ticket and for all: the row's mark, the counter, and the title. */
const marksOf = async (page: Page, ticket: number) => ({
  row: (await rowOf(page, ticket).getByText('Sin leer', { exact: true }).count()) > 0,
  counter: /, (\d+) sin leer$/.exec((await tabOf(page).getAttribute('aria-label')) ?? '')?.[1] ?? '0',
  title: /^\((\d+)\) /.exec(await page.title())?.[1] ?? '0',
})
const tabOf = (page: Page) => page.getByRole('tab', { name: /^En curso: / })
const unread = (count: number, row = count > 0) => ({ row, counter: String(count), title: String(count) })
const soon = (page: Page, ticket: number, marks: object) =>
  expect.poll(() => marksOf(page, ticket), WITHIN_A_SECOND).toEqual(marks)

/** Enters by a link. */
async function enterBy(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
}

/** Opens the list of tickets; this browser then follows the events. */
async function openList(page: Page): Promise<void> {
  const followed = following(page)
  await page.goto('tickets/lista')
  await followed
  await expect(tabOf(page)).toBeVisible()
}

/** Somebody's own browser, at the list of tickets. */
async function at(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await enterBy(page, link)
  await openList(page)
  return page
}

/** As if another window or tab were before it. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)

/**
 * Does something while the browser's clock advances by a millisecond at a time, until the result shows. However slow
 * the machine is, nobody has had it in sight for a second.
 */
async function glance(page: Page, look: () => Promise<void>, shown: Locator): Promise<void> {
  // Stopping the clock moves it on a little, and never back.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  await look()
  let passed = 0
  await expect(async () => {
    passed += 1
    await page.clock.runFor(1)
    expect(await shown.isVisible()).toBe(true)
  }).toPass({ intervals: [50] })
  await page.clock.runFor(300)
  expect(passed).toBeLessThan(600)
}

const linkTo = (page: Page, ticket: number) => rowOf(page, ticket).getByRole('link', { name: String(ticket) })
const detailOf = (page: Page, ticket: number) => page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
const closeDetail = (page: Page) =>
  page.getByRole('dialog', { name: /^Ticket / }).getByRole('button', { name: 'Cerrar' })

test('an answer is unread in every tab and browser of a person until they read it in any, and to a colleague for themselves', async ({
  page,
  link,
  browser,
}) => {
  await enterBy(page, await link({ caller: 'lucia' }))
  const ticket = await raise(page, 'Quién lo ha leído')
  await openList(page)
  const second = await page.context().newPage()
  await second.goto('tickets/lista')
  await expect(rowOf(second, ticket)).toBeVisible()
  const elsewhere = await at(browser, await link({ caller: 'lucia' }))
  const colleague = await at(browser, await link({ caller: 'colega' }))
  const all = [page, second, elsewhere, colleague]
  for (const one of all) await soon(one, ticket, unread(0))

  await setHidden(second, true)
  await answer(page, ticket, 'N')
  for (const one of [page, elsewhere, colleague]) await soon(one, ticket, unread(1))
  await expect(page.getByRole('status').filter({ hasText: 'En curso: 1 sin leer' })).toBeAttached()
  // A tab out of sight only updates its title. Its list is updated when it comes into sight.
  await expect(second).toHaveTitle(/^\(1\) /, WITHIN_A_SECOND)
  await setHidden(second, false)
  await soon(second, ticket, unread(1))

  // Reading it on one device removes the mark on all devices of this person, and on nobody else's.
  const marked = elsewhere.waitForResponse(/marcar_leida/)
  await linkTo(elsewhere, ticket).click()
  await marked
  for (const one of [page, second]) await soon(one, ticket, unread(0))
  await expect(elsewhere).not.toHaveTitle(/^\(/, WITHIN_A_SECOND)
  await soon(colleague, ticket, unread(1))
  await closeDetail(elsewhere).click()
  await soon(elsewhere, ticket, unread(0))

  // One's own entry is not unread, neither for oneself nor for a colleague, who still has the first one to read.
  await post(page, 'responder_consulta', { llpadre: ticket, llobse: 'Respondo.' })
  await expect(rowOf(page, ticket).getByRole('img', { name: 'En manos de Soporte' })).toBeVisible()
  await soon(page, ticket, unread(0))
  await soon(colleague, ticket, unread(1))
  // A page that opens counts the entries from before.
  await colleague.reload()
  await expect(colleague).toHaveTitle(/^\(1\) /)
  for (const one of [elsewhere, colleague]) await one.context().close()
})

test(
  'a ticket that is closed at once, or out of sight, stays unread; another tab takes over the events',
  { tag: '@long' },
  async ({ page, link, browser }) => {
    await enterBy(page, await link({ caller: 'media' }))
    const ticket = await raise(page, 'Lo cierro a medias')
    // The clock of all tabs of this browser.
    await page.clock.install()
    await openList(page)
    const second = await page.context().newPage()
    await second.goto('tickets/lista')
    await expect(rowOf(second, ticket)).toBeVisible()
    const colleague = await at(browser, await link({ caller: 'otra' }))
    await answer(second, ticket, 'N')
    await soon(second, ticket, unread(1))

    // Opened and closed again before anybody could have read it: the ticket, then the whole tab.
    const reports: string[] = []
    second.context().on('request', (request) => /marcar_leida/.test(request.url()) && reports.push(request.url()))
    for (const leaving of ['ticket', 'tab'] as const) {
      const there = await second.context().newPage()
      await there.goto('tickets/lista')
      await expect(there).toHaveTitle(/^\(1\) /)
      await glance(there, () => linkTo(there, ticket).click(), detailOf(there, ticket).getByRole('term').first())
      if (leaving === 'tab') await there.close()
      else {
        await closeDetail(there).click()
        await there.clock.runFor(LONGER_THAN_A_LOOK)
      }
      await second.clock.resume()
      expect(reports, leaving).toEqual([])
      await soon(second, ticket, unread(1))
    }

    // The tab that held the stream for all closes. The others go on to receive all events.
    await page.close()
    await post(second, 'responder_consulta', { llpadre: ticket, llobse: 'Respondo.' })
    await expect(rowOf(second, ticket).getByRole('img', { name: 'En manos de Soporte' })).toBeVisible()
    await soon(second, ticket, unread(1))

    // The ticket is open, but out of sight: it stays unread until its reader comes back.
    await setHidden(second, true)
    reports.length = 0
    await linkTo(second, ticket).click()
    await expect(detailOf(second, ticket)).toBeVisible()
    await second.waitForTimeout(LONGER_THAN_A_LOOK)
    expect(reports).toEqual([])
    await setHidden(second, false)
    await second.waitForResponse(/marcar_leida/)
    await expect(second).not.toHaveTitle(/^\(/)
    await soon(colleague, ticket, unread(1))
    await colleague.context().close()
  },
)

test(
  "a customer's entry is unread to each technician until they read it",
  { tag: '@long' },
  async ({ page, link, browser }) => {
    await enterBy(page, await link({ caller: 'clienta' }))
    const ticket = await raise(page, 'Lo leen los técnicos')
    const [sonia, elsewhere, raul] = [
      await technician(browser, 'sonia', null),
      await technician(browser, 'sonia', null),
      await technician(browser, 'raul', null),
    ]
    await elsewhere.clock.install()
    const assigned = { ticket, technician: 'sonia', was: null }
    expect((await sonia.request.post('/api/console/ticket/assign', { data: assigned })).status()).toBe(200)
    for (const one of [sonia, elsewhere, raul]) {
      const followed = following(one)
      await one.goto(one === raul ? '/consola/cola/abiertas' : '/consola/cola/mias')
      await followed
      await expect(rowOf(one, ticket)).toContainText('1 sin leer')
    }
    /** The number of her own tickets with something new, as the menu shows it. */
    const inMenu = async () => {
      const words = await sonia
        .getByRole('navigation')
        .getByRole('link', { name: /^Asignados a mí/ })
        .innerText()
      return Number(/(\d+) sin leer/.exec(words)?.[1] ?? 0)
    }
    const before = await inMenu()
    const soonUnread = (one: Page, count: number) =>
      expect
        .poll(
          async () => Number(/(\d+) sin leer/.exec(await rowOf(one, ticket).innerText())?.[1] ?? 0),
          WITHIN_A_SECOND,
        )
        .toBe(count)

    // Read on one device: the mark disappears on the other, and stays for the colleague.
    const marked = elsewhere.waitForResponse(/ticket\/seen$/)
    await find(elsewhere, ticket)
    await expect(timeline(elsewhere)).toBeVisible()
    await marked
    await soonUnread(sonia, 0)
    await expect.poll(inMenu, WITHIN_A_SECOND).toBe(before - 1)
    await soonUnread(raul, 1)

    // A new entry comes while Sonia looks at something else on one device, and at the list on the other.
    const followedAgain = following(elsewhere)
    await elsewhere.goto('/consola/cola/mias')
    await followedAgain
    await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Otra cosa.' })
    await soonUnread(sonia, 1)
    await expect.poll(inMenu, WITHIN_A_SECOND).toBe(before)
    await soonUnread(elsewhere, 1)
    await soonUnread(raul, 2)

    // She opens it and leaves before she can have read it. The screen's code is loaded: she has been at a ticket before.
    await find(elsewhere, ticket)
    await elsewhere.waitForResponse(/ticket\/seen$/)
    await elsewhere.keyboard.press('Escape')
    await soonUnread(sonia, 0)
    await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Y otra.' })
    await soonUnread(elsewhere, 1)
    await glance(elsewhere, () => rowOf(elsewhere, ticket).getByRole('link').first().click(), timeline(elsewhere))
    await elsewhere.keyboard.press('Escape')
    await elsewhere.clock.runFor(LONGER_THAN_A_LOOK)
    await soonUnread(elsewhere, 1)
    await soonUnread(sonia, 1)
    for (const one of [sonia, elsewhere, raul]) await one.context().close()
  },
)
