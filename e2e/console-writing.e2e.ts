import type { Page } from '@playwright/test'
import { open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { composer, logIn, technicianAt } from './technicians.ts'

// A technician's text arrives at its target: in the answer, or at the ticket in the address.

const field = (page: Page) => composer(page).getByRole('textbox', { name: 'Respuesta al cliente' })
const picker = (page: Page) => page.getByRole('combobox', { name: 'Buscar una respuesta preparada' })

test('a slash is an ordinary character; at the answer’s beginning, or with Ctrl, it opens the canned answers', async ({
  page,
  beginSession,
  browser,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Para la consola: con barras')
  const sonia = await technicianAt(browser, 'sonia', ticket)
  await sonia.keyboard.press('r')
  await sonia.keyboard.type('Pruebe con 1 / 2 y díganos.')
  await sonia.keyboard.press('Enter')
  await sonia.keyboard.type('/ruta y 10 // 12')
  await expect(field(sonia)).toHaveValue('Pruebe con 1 / 2 y díganos.\n/ruta y 10 // 12')
  await expect(picker(sonia)).toHaveCount(0)

  // Ctrl+/ opens the search at the cursor. The search text does not become part of the answer.
  await sonia.keyboard.press('Control+Slash')
  await expect(picker(sonia)).toBeFocused()
  await sonia.keyboard.type('captura')
  await sonia.keyboard.press('Control+Enter')
  await expect(field(sonia)).toBeFocused()
  await expect(field(sonia)).toHaveValue('Pruebe con 1 / 2 y díganos.\n/ruta y 10 // 12')

  await field(sonia).fill('')
  await sonia.keyboard.type('/ruta nueva')
  await expect(picker(sonia)).toHaveValue('ruta nueva')
  await sonia.keyboard.press('Escape')
  await expect(field(sonia)).toBeFocused()
  await expect(field(sonia)).toHaveValue('/ruta nueva')
  await sonia.keyboard.type(': ábrala.')
  await expect(field(sonia)).toHaveValue('/ruta nueva: ábrala.')

  await field(sonia).fill('')
  await sonia.keyboard.type('/ap')
  await sonia.getByRole('heading', { level: 1 }).click()
  await expect(field(sonia)).toHaveValue('/ap')

  await field(sonia).fill('')
  await sonia.keyboard.type('/captura')
  await sonia.keyboard.press('Control+Enter')
  await expect(field(sonia)).toHaveValue('/captura')
  await expect(sonia.getByText(/Respuesta enviada/)).toHaveCount(0)

  await field(sonia).fill('')
  await sonia.keyboard.type('/')
  await sonia.keyboard.press('Backspace')
  await expect(field(sonia)).toBeFocused()
  await expect(field(sonia)).toHaveValue('')
  await sonia.keyboard.type('/captura')
  await expect(sonia.getByRole('listbox', { name: 'Respuestas preparadas' }).getByRole('option')).toHaveCount(1)
  await sonia.keyboard.press('Enter')
  await expect(field(sonia)).toHaveValue(/^Buenos días, Lucía Ferrer:/)
  // At 200 % the answer leaves the conversation its room.
  await sonia.setViewportSize({ width: 640, height: 400 })
  await expect(composer(sonia)).toHaveCSS('position', 'static')
  await sonia.context().close()
})

test(
  'an unknown field is marked, and is sent only after the technician agrees',
  { tag: '@long' },
  async ({ page, beginSession, browser }) => {
    await beginSession()
    const ticket = await raise(page, 'Para la consola: con un campo que no existe')
    const sonia = await technicianAt(browser, 'sonia', ticket)
    await sonia.keyboard.press('r')
    await sonia.keyboard.type('Buenas {{noexiste}}: pruébelo.')
    await expect(composer(sonia).getByText(/^Campos que no existen.*{{noexiste}}$/)).toBeVisible()
    await sonia.keyboard.press('Control+Enter')
    const question = sonia.getByRole('dialog', { name: 'Hay campos sin rellenar' })
    await expect(question).toContainText('{{noexiste}}')
    // Enter takes the safe choice.
    await expect(question.getByRole('button', { name: 'Volver' })).toBeFocused()
    await sonia.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(field(sonia)).toHaveValue('Buenas {{noexiste}}: pruébelo.')
    await field(sonia).press('Control+Enter')
    await question.getByRole('button', { name: 'Enviar tal cual' }).click()
    await expect(sonia.getByText(`Respuesta enviada en el ticket ${ticket}`)).toBeVisible()
    const detail = await open(page, ticket)
    await expect(detail.getByText('Buenas {{noexiste}}: pruébelo.')).toBeVisible()
    await sonia.context().close()
  },
)

test('the fields of a canned answer are offered as buttons that insert them', async ({ page }) => {
  await logIn(page, 'sonia', '/consola/respuestas')
  await page.getByRole('button', { name: 'Nueva respuesta' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva respuesta' })
  await form.getByLabel('Título').fill('Con campos')
  await form.getByLabel('Texto').fill('Buenas, ')
  await form.getByRole('button', { name: '{{contacto}}' }).click()
  await page.keyboard.type(' de {{sitio}}')
  await expect(form.getByLabel('Texto')).toHaveValue('Buenas, {{contacto}} de {{sitio}}')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('No existe {{sitio}}: elija los campos de la lista').first()).toBeVisible()
  await expect(form.getByLabel('Texto')).toHaveAttribute('aria-invalid', 'true')
})

test.describe('keys on a slow line', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page, 'sonia', '/consola/cola/abiertas')
    await expect(page.locator('[data-ticket][aria-current=true]')).toBeVisible()
    await page.route('**/api/console/**', async (route) => {
      await new Promise((wait) => setTimeout(wait, 150))
      await route.continue().catch(() => undefined)
    })
  })

  const shown = (page: Page) => Number(/ticket\/(\d+)/.exec(page.url())?.[1])
  const assigned = (page: Page) => {
    const sent: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/console/ticket/assign')) sent.push(request.postDataJSON().ticket)
    })
    return sent
  }

  test('right after `j` they mean the ticket that is loading', async ({ page }) => {
    const sent = assigned(page)
    await page.keyboard.press('Enter')
    await expect(composer(page)).toBeVisible()
    const meant: number[] = []
    for (let step = 0; step < 6; step += 1) {
      const before = shown(page)
      await page.keyboard.press('j')
      await page.keyboard.press('a')
      await expect.poll(() => shown(page)).not.toBe(before)
      meant.push(shown(page))
      await expect(composer(page)).toBeVisible()
      await expect(page.getByText(/es suyo|Ya es suyo/).last()).toBeVisible()
    }
    expect(meant).toEqual(expect.arrayContaining(sent))
    expect(sent.length).toBeGreaterThan(2)

    for (const [key, name] of [
      ['u', /^Urgencia del ticket (\d+)$/],
      ['m', /^Unir el ticket (\d+) a otro$/],
      ['v', /Vincular/],
      ['b', /^Problema del producto$/],
    ] as const) {
      const before = shown(page)
      // Back from the last row.
      await page.keyboard.press(key === 'b' ? 'k' : 'j')
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog).toBeVisible()
      expect(shown(page)).not.toBe(before)
      if (key === 'u' || key === 'm') await expect(dialog).toHaveAccessibleName(new RegExp(String(shown(page))))
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  })

  test('right after opening or sending they mean the ticket that is loading', { tag: '@long' }, async ({ page }) => {
    const sent = assigned(page)
    const first = Number(await page.locator('[data-ticket][aria-current=true]').getAttribute('data-ticket'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('u')
    await expect(page.getByRole('dialog', { name: `Urgencia del ticket ${first}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await page.keyboard.type('Lo miramos.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => shown(page)).not.toBe(first)
    await page.keyboard.press('a')
    const second = shown(page)
    await expect(page.getByText(/es suyo|Ya es suyo/).last()).toBeVisible()
    expect(sent.filter((ticket) => ticket !== second)).toEqual([])
  })
})
