import type { Locator, Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { test } from './own-portal.ts'
import { answer, get, raise } from './own-tickets.ts'
import { expect } from './people.ts'
import { technician } from './technicians.ts'

// A screen's own requests: where no stream comes through, it asks now and then, and these requests do not count as
// work.

const rowOf = (page: Page, ticket: number) => page.getByRole('row').filter({ hasText: String(ticket) })
const following = (page: Page) =>
  page.waitForResponse((response) => /\/eventos\b/.test(response.url()) && response.status() === 200)

test.use({ expectedFault: /the server responded with a status of 502/ })

for (const [what, status] of [
  ['refuses', 404],
  ['fails at', 502],
] as const)
  test(
    `where a proxy ${what} every stream, list, title and queue look by themselves, once a minute`,
    { tag: '@long' },
    async ({ page, enter, browser }) => {
      await page.clock.install()
      const sonia = await technician(browser, 'sonia')
      await sonia.clock.install()
      const asked = { customer: 0, technician: 0 }
      for (const [who, one] of Object.entries({ customer: page, technician: sonia }))
        await one.route(/\/eventos\b/, async (route) => {
          await route.fulfill({ status, body: 'No' })
          asked[who as keyof typeof asked] += 1
        })
      await enter()
      const ticket = await raise(page, `Sin canal ${status}`)
      await page.goto('tickets/lista')
      await expect(rowOf(page, ticket).getByRole('img', { name: 'En manos de Soporte' })).toBeVisible()
      await sonia.goto('/consola/cola/abiertas')
      await expect(rowOf(sonia, ticket)).toBeVisible()
      // After a refusal the stream is held back at once; otherwise after three failures in a row, with pauses between
      // them.
      const tries = status === 404 ? 1 : 3
      for (const [who, one] of Object.entries({ customer: page, technician: sonia }))
        await expect(async () => {
          await one.clock.runFor(2000)
          expect(asked[who as keyof typeof asked]).toBeGreaterThanOrEqual(tries)
        }).toPass()
      // Entries that another journey left may be unread as well.
      const { sinLeer } = await get(page, 'get_contadores')
      await answer(page, ticket, 'N')
      await expect(rowOf(page, ticket).getByText('Sin leer', { exact: true })).toHaveCount(0)
      const before = { ...asked }
      const looks = (one: Page, news: Locator) =>
        expect(async () => {
          await one.clock.runFor(31_000)
          await expect(news).toBeVisible({ timeout: patient(3000) })
        }).toPass()
      await looks(page, rowOf(page, ticket).getByText('Sin leer', { exact: true }))
      await expect(page).toHaveTitle(new RegExp(`^\\(${sinLeer + 1}\\) `))
      await looks(
        sonia,
        rowOf(sonia, ticket)
          .getByText(/del cliente|Espera al cliente/i)
          .first(),
      )
      // It does not pester a server that refuses.
      expect(asked.customer - before.customer).toBeLessThan(8)
      await sonia.context().close()
    },
  )

test(
  'a screen that nobody touches reads news by itself: it adds nothing to the audit, and keeps no session alive',
  { tag: '@long' },
  async ({ page, enter, browser, ownPortal }) => {
    const { owner, clock } = ownPortal
    await page.clock.install()
    await enter()
    const ticket = await raise(page, 'Nadie toca la pantalla')
    const sonia = await technician(browser, 'sonia')
    await sonia.clock.install()
    const followed = [following(page), following(sonia)]
    await page.goto('tickets/lista')
    await sonia.goto('/consola/cola/abiertas')
    await Promise.all(followed)
    await expect(rowOf(sonia, ticket)).toContainText('1 sin leer')
    const used = async () => {
      const { rows } = await owner.query(`
      select (select count(*)::int from audit where username = 'sonia') as audited,
        (select max(seen_at) from technician_session where username = 'sonia') as technician,
        (select max(seen_at) from session) as customer`)
      return rows[0]
    }
    const before = await used()
    // Longer than a person counts as present, shorter than a stream may be silent.
    for (const one of [page, sonia]) await one.clock.runFor(32_000)
    clock.now = new Date(clock.now.getTime() + 10 * 60_000)
    const reads: string[] = []
    for (const one of [page, sonia]) one.on('request', (request) => reads.push(request.url()))
    // In a session of its own, because a person's acts do count.
    const elsewhere = await technician(browser, 'raul')
    const told = await elsewhere.request.post('/api/console/ticket/answer', {
      data: { ticket, text: 'Contestado.', seen: 1, anyway: true },
    })
    expect(told.status()).toBe(200)
    await expect.poll(() => reads.filter((url) => /get_lista|console\/tickets\?/.test(url)).length).toBeGreaterThan(1)
    for (const one of [page, sonia]) await one.clock.runFor(1000)
    await expect(rowOf(page, ticket).getByText('Sin leer', { exact: true })).toBeVisible()
    expect(await used()).toEqual(before)
    for (const one of [sonia, elsewhere]) await one.context().close()
  },
)
