import type { Page } from '@playwright/test'
import { countActs } from './acts.ts'
import { alterAnswers, PNG, TEXT, answer, raise, withoutAssistant } from './own-tickets.ts'
import { MOVING, expect, test } from './people.ts'
import { watchReading } from './reading.ts'

// The receipt that stays after sending, the place of alerts, and the number of acts for the two main jobs.

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

/** The buttons and fields that an alert touches while it is shown. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const alerts = [...document.querySelectorAll('[data-tone]')]
    return alerts.flatMap((alert) => {
      const one = alert.getBoundingClientRect()
      // Anything behind a modal dialog cannot be pressed.
      const place = alert.closest('dialog') ?? document
      const pressed = place.querySelectorAll('button, [role="button"], a[class*="Button"], input, select, textarea')
      return [...pressed].flatMap((each) => {
        if (alert.contains(each) || !each.checkVisibility()) return []
        const other = each.getBoundingClientRect()
        const isApart =
          other.width < 2 ||
          other.height < 2 ||
          one.right <= other.left ||
          one.left >= other.right ||
          one.bottom <= other.top ||
          one.top >= other.bottom
        return isApart ? [] : [each.getAttribute('aria-label') ?? each.textContent ?? each.tagName]
      })
    })
  })

/** Alerts stay for ten minutes instead of their three or four seconds, so that a slow machine sees them. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    const longer = (act: TimerHandler, ms?: number) => later(act, ms === 3000 || ms === 4000 ? 600_000 : ms)
    Object.assign(window, { setTimeout: longer })
  }),
)

/** Makes the office closed, whatever the hour: the alert that says so has the longest text. */
const outOfHours = (page: Page) =>
  alterAnswers(page, '**/api/consultas/nueva_consulta', (told) => {
    told.data.data[0].checkDate = '2026-11-23T07:30:00.000Z'
  })

/** Expects that the alert covers nothing at ten moments while it is shown. */
async function expectNothingCovered(page: Page, text: string | RegExp): Promise<void> {
  const alert = page.locator('[data-tone]').filter({ hasText: text })
  await expect(alert).toBeVisible()
  // It stays while the pointer is over it.
  await alert.hover()
  await expect.poll(() => covered(page)).toEqual([])
  for (let moment = 0; moment < 10; moment += 1) {
    await page.waitForTimeout(60)
    expect(await covered(page)).toEqual([])
  }
  const { top, bottom } = await alert.evaluate((each) => each.getBoundingClientRect().toJSON())
  expect(top).toBeGreaterThan(0)
  expect(bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
}

for (const viewport of WIDTHS)
  test.describe(`at ${viewport.width}`, { tag: viewport.width === 390 ? [] : '@long' }, () => {
    test.use({ viewport, ...MOVING })

    test('a receipt stays until its ticket is opened, and its row is marked', async ({
      page,
      context,
      beginSession,
      expectAccessible,
    }) => {
      await withoutAssistant(context)
      await outOfHours(page)
      await beginSession()
      await page.goto('tickets/nuevo')
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await form.getByLabel('Módulo').selectOption('Contabilidad')
      await form.getByLabel('Texto de la consulta').fill(TEXT)
      await form.getByRole('button', { name: 'Enviar' }).click()
      await expectNothingCovered(page, /está fuera del horario de atención al cliente/)
      const said = await page.locator('[data-tone]').textContent()
      const number = /número (\d+)/.exec(said ?? '')?.[1] ?? ''
      const receipt = page.getByRole('status').getByRole('group', { name: `Recibo del ticket ${number}` })
      await expect(receipt).toContainText(`Ticket ${number}, enviado`)
      await expect(receipt).toContainText(/Responderemos antes del .* a las \d\d:\d\d/)
      const rows = page.getByRole(viewport.width === 390 ? 'listitem' : 'row')
      const row = rows.filter({ has: page.getByRole('link', { name: `Ver el ticket ${number}` }) })
      await expect(row).toContainText('Recién enviado')
      // On a line of its own, so that the title keeps its width.
      const mark = await row.getByText('Recién enviado').boundingBox()
      const title = await row.getByTitle(TEXT.slice(0, 30)).boundingBox()
      expect(title?.y).toBeGreaterThanOrEqual((mark?.y ?? 0) + (mark?.height ?? Infinity))
      // axe scrolls the page, and the alert follows a moment later.
      const alert = page.locator('[data-tone]')
      await alert.getByRole('button').click()
      await expect(alert).toHaveCount(0)
      await expectAccessible()

      // Neither another screen nor a reload takes it away.
      await page.goto('contacto')
      await page.goto('tickets/lista')
      await expect(receipt).toContainText('Responderemos antes del')
      await expect(row).toContainText('Recién enviado')
      await receipt.getByRole('link', { name: 'Ver ticket' }).click()
      await expect(page.getByRole('dialog', { name: new RegExp(`Ticket ${number}`) })).toBeVisible()
      await page.goBack()
      await expect(receipt).toHaveCount(0)
      await expect(row).not.toContainText('Recién enviado')
    })

    test('a dismissed receipt leaves the row marked; another person sees neither', async ({
      page,
      context,
      beginSession,
    }) => {
      await withoutAssistant(context)
      await beginSession()
      await page.goto('tickets/nuevo')
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await form.getByLabel('Módulo').selectOption('Contabilidad')
      await form.getByLabel('Texto de la consulta').fill(TEXT)
      await form.getByRole('button', { name: 'Enviar' }).click()
      await page.getByRole('button', { name: /^Cerrar el recibo del ticket \d+$/ }).click()
      await expect(page.getByText('Responderemos antes del')).toHaveCount(0)
      await page.reload()
      await expect(page.getByText('Recién enviado')).toBeVisible()
      await context.clearCookies()
      await beginSession({ caller: 'otra-persona-tras-enviar' })
      await page.goto('tickets/lista')
      await expect(page.getByRole('link', { name: /^Ver el ticket \d+$/ }).first()).toBeVisible()
      await expect(page.getByText('Recién enviado')).toHaveCount(0)
    })

    test(
      'an alert covers no button, in the list at any scroll position and above an open ticket',
      { tag: '@long' },
      async ({ page, beginSession }) => {
        await beginSession()
        const ticket = await raise(page, 'Para reclamar')
        await page.goto('tickets/lista')
        const rows = page.getByRole(viewport.width === 390 ? 'listitem' : 'row')
        const row = rows.filter({ has: page.getByRole('link', { name: `Ver el ticket ${ticket}` }) })
        await row
          .getByRole('button', { name: 'Enviar reclamación' })
          .or(row.getByRole('button', { name: 'Reclamar' }))
          .click()
        await page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' }).getByRole('button', { name: 'Enviar' }).click()
        await expectNothingCovered(page, 'Se ha enviado una reclamación de la consulta')
        for (const y of [120, 310, 555]) {
          await page.evaluate((to) => window.scrollTo(0, to), y)
          await expect.poll(() => covered(page)).toEqual([])
        }
        await page.mouse.move(5, 5)

        await answer(page, ticket, 'N')
        await page.goto(`tickets/lista?ticket=${ticket}`)
        const detail = page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
        const inline = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
        await inline.getByRole('textbox').fill('Octubre de este año.')
        await inline.getByRole('button', { name: 'Enviar' }).click()
        await expectNothingCovered(page, 'Se ha enviado la respuesta correctamente')
      },
    )
  })

const paste = (page: Page) =>
  page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, PNG.toString('base64'))

for (const viewport of WIDTHS)
  test(
    `at ${viewport.width} a screenshot that is pasted into the text is told at once`,
    {
      tag: viewport.width === 390 ? [] : '@long',
    },
    async ({ page, beginSession }) => {
      await page.setViewportSize(viewport)
      await beginSession()
      await page.goto('tickets/nuevo')
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      const text = form.getByLabel('Texto de la consulta')
      await text.fill(TEXT)
      await paste(page)
      const told = page.locator('[data-tone]').filter({ hasText: 'Captura añadida a los archivos de este ticket' })
      await expect(told).toBeInViewport({ ratio: 1 })
      await expect(text).toBeFocused()
    },
  )

test.describe('acts', () => {
  test('from a program’s signed link to a ticket with a pasted screenshot: four besides the text', async ({
    page,
    link,
  }) => {
    const acts = await countActs(page)
    await page.goto(await link({ module: 'Contabilidad' }))
    await expect(page.getByRole('dialog', { name: /Alma/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Nuevo Ticket' }).first().click()
    const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
    await expect(form.getByLabel('Módulo').locator('option:checked')).toHaveText('Contabilidad')
    await page.keyboard.type(TEXT)
    await paste(page)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
    expect(await acts()).toBe(4)
    // The program opens the assistant once.
    const allRead = watchReading(page)
    await page.goto('')
    await expect(page.getByRole('button', { name: 'Iniciar conversación' })).toBeVisible()
    await allRead()
    await expect(page.getByRole('dialog', { name: /Alma/ })).toHaveCount(0)
  })

  test(
    'from a signed link without a program: four besides the text and the module’s first letters',
    { tag: '@long' },
    async ({ page, link }) => {
      const acts = await countActs(page)
      await page.goto(await link())
      await page.getByRole('link', { name: 'Nuevo Ticket' }).first().click()
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await expect(form.getByLabel('Módulo')).toBeFocused()
      await page.keyboard.type('Contab')
      await expect(form.getByLabel('Módulo').locator('option:checked')).toHaveText('Contabilidad')
      await form.getByLabel('Texto de la consulta').click()
      await page.keyboard.type(TEXT)
      await paste(page)
      await form.getByRole('button', { name: 'Enviar' }).click()
      await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
      expect(await acts()).toBe(4)
    },
  )
})
