import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { codeAt } from '#server/session/totp.ts'
import { patient } from '#server/testing/patience.ts'
import { IS_LONG } from './long.ts'
import { open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { tooSmall } from './target-size.ts'
import { composer, find, logIn, technician, technicianAt, timeline } from './technicians.ts'

const NOTE = 'Nota interna: ojo, revisar la factura 2026/118 con Contabilidad.'

test.describe('a technician', () => {
  test('logs in, drives the queue by keyboard and finds every screen accessible', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/consola/cola/abiertas')
    await expect(page).toHaveURL(/\/consola\/entrar/)
    await expect(page.getByLabel('Usuario')).toBeVisible()
    await expectAccessible()
    await page.getByLabel('Usuario').fill('sonia')
    await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos')
    await page.getByLabel('Contraseña', { exact: true }).fill('Demo-sonia-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Todos los abiertos' })).toBeVisible()

    const selected = page.locator('[data-ticket][aria-current=true]')
    await expect(selected).toHaveCount(1)
    const first = await selected.getAttribute('data-ticket')
    await page.keyboard.press('j')
    await expect(selected).toBeFocused()
    const second = await selected.getAttribute('data-ticket')
    expect(second).not.toBe(first)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(selected).toHaveAttribute('data-ticket', String(second))
    await expectAccessible()
    await expectLargeEnough(page)

    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/consola/ticket/${second}`))
    await expect(composer(page)).toBeVisible()
    await expectAccessible()
    await expectLargeEnough(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: 'Todos los abiertos' })).toBeVisible()
    await expect(selected).toHaveAttribute('data-ticket', String(second))
    await expect(selected).toBeFocused()
  })

  test('finds the shortcuts, the calls and the form for one by keyboard', async ({ page, expectAccessible }) => {
    await logIn(page, 'sonia')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toContainText('Asignármelo')
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('u')
    // Any selected ticket, because other journeys answer the one that was selected.
    await expect(page.getByRole('dialog', { name: /^Urgencia del ticket \d+$/ })).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await expect(page.getByRole('heading', { level: 1, name: 'Llamadas pendientes' })).toBeVisible()
    await expectAccessible()
    await expectLargeEnough(page)
    await page.keyboard.press('c')
    await expect(page.getByRole('searchbox', { name: '¿Quién llama?' })).toBeFocused()
    await page.keyboard.type('lucía')
    await page.getByRole('button', { name: /Lucía Ferrer/ }).waitFor()
    await expectAccessible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Título' })).toBeFocused()
    await expectAccessible()
  })

  test('leaves a screen alone: its own requests say so, and do not count as the technician’s', async ({ page }) => {
    await page.clock.install()
    await logIn(page, 'sonia')
    /** The screen reads again when the network returns. */
    const reread = async () => {
      // Null while the list is already being read: then the click is repeated.
      const read = page.waitForRequest(/\/api\/console\/tickets\?/, { timeout: patient(2000) }).catch(() => null)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.clock.runFor(1000)
      const headers = await (await read)?.allHeaders()
      return { reread: headers?.['x-reread'], untouched: headers?.['x-untouched'] }
    }
    await page.keyboard.press('Shift')
    await expect.poll(reread).toEqual({ reread: '1', untouched: undefined })
    await page.clock.runFor(31_000)
    await expect.poll(reread).toEqual({ reread: '1', untouched: '1' })
    await page.keyboard.press('Shift')
    await expect.poll(reread).toEqual({ reread: '1', untouched: undefined })
    const first = page.waitForRequest(/\/api\/console\/tickets\?.*view=closed/)
    await page.getByRole('link', { name: /^Terminados/ }).click()
    expect((await first).headers()).not.toHaveProperty('x-reread')
  })

  test(
    'comes back to the window: nothing is read again before it is known whose session it is',
    { tag: '@long' },
    async ({ page }) => {
      await page.clock.install()
      await logIn(page, 'sonia')
      await expect(page.locator('[data-ticket]').first()).toBeVisible()
      let letOn = (_: void) => {}
      const held = new Promise<void>((resolve) => (letOn = resolve))
      await page.route('**/api/console/session', async (route) => {
        await held
        await route.continue()
      })
      // By then the stream of events has begun, and everything that it reported has been read.
      let hasBegun = false
      let looks = 0
      page.on('response', (response) => {
        if (/\/eventos\b/.test(response.url())) hasBegun = true
        if (/\/api\/console\/tickets/.test(response.url())) looks += 1
      })
      await expect(async () => {
        const before = looks
        await page.clock.runFor(500)
        await page.waitForTimeout(300)
        expect([hasBegun, looks === before]).toEqual([true, true])
      }).toPass()
      const reads: string[] = []
      page.on('request', (request) => {
        if (/\/api\/console\/(tickets|queue)/.test(request.url())) reads.push(request.url())
      })
      // By then the screen shows old data, and has not refreshed itself yet.
      await page.clock.runFor(12_000)
      const asked = page.waitForRequest('**/api/console/session')
      await page.evaluate(() => {
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        globalThis.dispatchEvent(new Event('focus'))
      })
      await asked
      await page.clock.runFor(1_000)
      expect(reads).toEqual([])
      letOn()
      await expect.poll(() => reads).not.toEqual([])
    },
  )

  test('goes on by keyboard after the pressed button is gone', async ({ page }) => {
    await logIn(page, 'sonia', '/consola/cola/abiertas?texto=factura')
    // The first time the list comes, its row takes a focus that is lost.
    await expect(page.locator('[data-ticket][aria-current=true]')).toBeVisible()
    const chip = page.getByRole('button', { name: /factura/ })
    await chip.focus()
    await page.keyboard.press('Enter')
    await expect(chip).toHaveCount(0)
    await expect(page.locator('section', { has: page.getByRole('heading', { level: 1 }) })).toBeFocused()
  })

  test('has the focus in a ticket and back in its row, however long both take to come', async ({ page }) => {
    await logIn(page, 'sonia')
    const selected = page.locator('[data-ticket][aria-current=true]')
    await page.keyboard.press('j')
    await expect(selected).toBeFocused()
    await page.route('**/api/console/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(selected).toBeFocused()
  })

  test('learns that a record does not exist, and is led on', async ({ page, expectAccessible }) => {
    await logIn(page, 'sonia')
    for (const nowhere of [
      'no/existe',
      'ticket/abc',
      ...(IS_LONG ? ['cola/otra', 'trabajo/incidencias/abc', 'clientes/abc', 'clientes/1001/contactos/x'] : []),
    ]) {
      await page.goto(`/consola/${nowhere}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' }), nowhere).toBeVisible()
    }
    await expectAccessible()
    await page.getByRole('link', { name: 'Volver a la cola' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()

    await page.goto('/consola/ticket/999999999')
    await expect(page.getByRole('heading', { level: 1, name: 'No hay ningún ticket con ese número' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    await page.goto('/consola/clientes/999999999/contactos')
    await page.getByRole('link', { name: 'Volver a la lista' }).click()
    await expect(page).toHaveURL(/consola\/clientes$/)
  })

  test(
    "searches a client's code, which is no ticket's number, and goes back to where it was typed",
    { tag: '@long' },
    async ({ page }) => {
      await logIn(page, 'sonia')
      await page.keyboard.press('/')
      await page.keyboard.type('1002')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/consola\/buscar\?q=1002$/)
      await expect(page.getByRole('region', { name: 'Clientes' })).toContainText('Inmobiliaria Duero')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()
    },
  )

  test('records a call as a ticket of the caller', async ({ page }) => {
    await logIn(page, 'raul')
    await page.keyboard.press('c')
    await expect(page.getByRole('searchbox', { name: '¿Quién llama?' })).toBeFocused()
    await page.keyboard.type('lucía')
    await page.getByRole('button', { name: /Lucía Ferrer/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // The server marks what is missing.
    await page.getByRole('button', { name: 'Registrar', exact: true }).click()
    await expect(page.getByText('Por favor, compruebe los campos en rojo')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: 'Título' }).fill('No abre el módulo de ventas')
    await page.getByRole('textbox', { name: 'Qué ha dicho' }).fill('Desde esta mañana no abre el módulo de ventas.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/Llamada registrada: ticket \d+/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'No abre el módulo de ventas' })).toBeVisible()
    await expect(page.getByRole('complementary')).toContainText('Anotado por Raúl')
  })
})

test(
  'a call that is being written down outlives another caller and a link pressed by mistake',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'raul')
    await page.keyboard.press('c')
    await expect(page.getByRole('searchbox', { name: '¿Quién llama?' })).toBeFocused()
    // Enter chooses the first result even while the results are on their way.
    await page.keyboard.type('pablo vega')
    await page.keyboard.press('Enter')
    const title = page.getByRole('textbox', { name: 'Título' })
    await expect(title).toBeFocused()
    await expect(page.getByText('Llama: Inmobiliaria Duero, S.L.')).toBeVisible()
    await page.keyboard.type('El informe sale en blanco')
    await page.getByRole('textbox', { name: 'Qué ha dicho' }).fill('Desde ayer el informe sale en blanco.')

    await page.getByRole('link', { name: 'Clientes' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(title).toHaveValue('El informe sale en blanco')

    await page.getByRole('button', { name: 'Cambiar' }).click()
    await page.getByRole('searchbox', { name: '¿Quién llama?' }).fill('nuria santos')
    await page.keyboard.press('Enter')
    await expect(title).toHaveValue('El informe sale en blanco')
    await expect(page.getByLabel('Contacto')).toHaveValue('21')
    await page.getByLabel('Por qué teléfono').selectOption('Devolución de llamada')
    await page.getByLabel('Minutos').fill('7')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/Llamada registrada: ticket \d+/)).toBeVisible()
    await expect(page.getByRole('complementary')).toContainText('Nuria Santos')
    await expect(page.getByRole('complementary')).toContainText('7 min de llamada')
  },
)

test.describe('both sides at once', () => {
  test('an answer is read by its customer, an internal note never is', async ({ page, beginSession, browser }) => {
    await beginSession()
    const ticket = await raise(page, 'Para la consola: asiento descuadrado')
    const sonia = await technician(browser, 'sonia')
    await find(sonia, ticket)

    await sonia.keyboard.press('n')
    await sonia.keyboard.type(NOTE)
    await sonia.keyboard.press('Control+Enter')
    await expect(timeline(sonia).getByText(NOTE)).toBeVisible()
    await expect(timeline(sonia).getByText('El cliente no la ve')).toBeVisible()

    await sonia.keyboard.press('r')
    await sonia.keyboard.type('¿Qué periodo está cerrando?')
    await sonia.keyboard.press('Control+Enter')
    await expect(sonia.getByText(`Respuesta enviada en el ticket ${ticket}`)).toBeVisible()
    // The view moves to the next ticket; this goes back.
    await expect(sonia.getByRole('heading', { level: 1, name: String(ticket) })).toHaveCount(0)
    await find(sonia, ticket)
    await expect(timeline(sonia).getByText('¿Qué periodo está cerrando?')).toBeVisible()

    const detail = await open(page, ticket)
    await expect(detail.getByText('¿Qué periodo está cerrando?')).toBeVisible()
    await detail.getByRole('button', { name: 'Responder' }).click()
    const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
    await reply.getByLabel('Respuesta').fill('Octubre de este año.')
    await reply.getByRole('button', { name: 'Enviar' }).click()
    await expect(detail.getByText('Octubre de este año.')).toBeVisible()
    // The technician is not writing, and so sees it arrive.
    await expect(timeline(sonia).getByText('Octubre de este año.')).toBeVisible()

    await sonia.keyboard.press('e')
    await expect(composer(sonia).getByText('Al enviar se cerrará el ticket')).toBeVisible()
    await sonia.keyboard.type('Hemos reabierto octubre: ya puede contabilizarlas.')
    await sonia.keyboard.press('Control+Enter')
    await expect(sonia.getByText(`Respondido y cerrado el ticket ${ticket}`)).toBeVisible()
    const closed = await open(page, ticket)
    await expect(closed.getByText('Hemos reabierto octubre: ya puede contabilizarlas.')).toBeVisible()
    await expect(closed.getByRole('button', { name: 'Conforme', exact: true })).toBeVisible()

    expect(await page.content()).not.toContain('factura 2026/118')
    const view = await page.request.get('/api/consultas/ver_consulta', { params: { llnumreg: ticket } })
    expect(await view.text()).toContain('ya puede contabilizarlas')
    expect(await view.text()).not.toContain('2026/118')
    const console = await page.request.get('/api/console/ticket', { params: { number: ticket } })
    expect(console.status()).toBe(403)
    await sonia.context().close()
  })

  test("a colleague's new entry is read before an answer is sent", async ({ page, beginSession, browser }) => {
    await beginSession()
    const ticket = await raise(page, 'Para la consola: dos técnicos a la vez')
    const sonia = await technicianAt(browser, 'sonia', ticket)
    const raul = await technician(browser, 'raul', null)
    await sonia.keyboard.press('r')
    await sonia.keyboard.type('Lo miro y le digo algo.')
    await raul.goto(`/consola/ticket/${ticket}`)
    await expect(raul.getByText('Sonia Campos está escribiendo…')).toBeVisible()
    await raul.keyboard.press('r')
    await raul.keyboard.type('Ya lo hemos corregido: vuelva a probarlo.')
    await raul.keyboard.press('Control+Enter')
    await expect(raul.getByText(`Respuesta enviada en el ticket ${ticket}`)).toBeVisible()

    await sonia.keyboard.press('Control+Enter')
    const guard = sonia.getByRole('dialog', { name: 'Entretanto se ha escrito en el ticket' })
    await expect(guard).toContainText('Ya lo hemos corregido: vuelva a probarlo.')
    await guard.getByRole('button', { name: 'Volver' }).click()
    await expect(composer(sonia).getByRole('textbox')).toHaveValue('Lo miro y le digo algo.')
    await expect(timeline(sonia).getByText('Ya lo hemos corregido: vuelva a probarlo.')).toBeVisible()
    const detail = await open(page, ticket)
    await expect(detail.getByText('Ya lo hemos corregido: vuelva a probarlo.')).toBeVisible()
    await expect(detail.getByText('Lo miro y le digo algo.')).toHaveCount(0)

    // Once it has been read it disappears.
    await composer(sonia).getByRole('textbox').focus()
    await sonia.keyboard.press('Control+Enter')
    await expect(sonia.getByText(`Respuesta enviada en el ticket ${ticket}`)).toBeVisible()
    await sonia.context().close()
    await raul.context().close()
  })

  test('the text in progress survives a reload', { tag: '@long' }, async ({ page, beginSession, browser }) => {
    await beginSession()
    const ticket = await raise(page, 'Para la consola: a medias')
    const sonia = await technicianAt(browser, 'sonia', ticket)
    await sonia.keyboard.press('n')
    await sonia.keyboard.type('Llamar mañana')
    await sonia.keyboard.press('Escape')
    await sonia.keyboard.press('r')
    await sonia.keyboard.type('A medio escribir')
    await expect(composer(sonia).getByText('Borrador guardado')).toBeVisible()
    await sonia.keyboard.type(' y más')
    await sonia.reload()
    await expect(composer(sonia).getByRole('textbox')).toHaveValue('A medio escribir y más')
    await sonia.keyboard.press('n')
    await expect(composer(sonia).getByRole('textbox')).toHaveValue('Llamar mañana')
    await sonia.context().close()
  })
})

test.describe('a new technician', () => {
  test('chooses a password by the link, sets up the second factor and enters with it', async ({
    page,
    expectAccessible,
    browser,
  }) => {
    const raul = await technician(browser, 'raul', null)
    const created = await raul.request.post('/api/console/technicians/create', {
      data: { username: 'nuria', name: 'Nuria Vega', role: 'technician' },
    })
    expect(created.status(), await created.text()).toBe(200)
    const link: string = (await created.json()).data.data.address
    await raul.context().close()

    const { pathname, hash } = new URL(link)
    await page.goto(pathname + hash)
    await expect(page.getByText('Nuria Vega · usuario nuria')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText(/^Abra de nuevo el enlace/)
    await expectAccessible()
    await page.goto(pathname + hash)
    await expect(page.getByText('Nuria Vega · usuario nuria')).toBeVisible()
    await expectAccessible()
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('Cuatro-palabras-2026')
    await page.getByLabel('Repita la contraseña', { exact: true }).fill('Cuatro-palabras-2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/consola\/entrar/)

    const enter = async () => {
      await page.getByLabel('Usuario').fill('nuria')
      await page.getByLabel('Contraseña', { exact: true }).fill('Cuatro-palabras-2026')
      await page.keyboard.press('Enter')
    }
    await enter()
    const secret = (await page.getByLabel('Clave', { exact: true }).textContent()) ?? ''
    // A phone would read the same from the screen.
    const said = await page.getByRole('link', { name: /^otpauth:/ }).textContent()
    expect(said).toContain(`secret=${secret.replaceAll(' ', '')}`)
    const drawn = await page.getByRole('img', { name: 'Código QR con la clave' }).locator('path').getAttribute('d')
    const { data } = encode(said ?? '', { ecc: 'M', border: 4 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
    expect(drawn?.match(/(?<=M)\d+ \d+/g)).toEqual(dark)
    await expectAccessible()
    await page.getByLabel('Código de seis cifras').fill(codeAt(bytesOf(secret), new Date()))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sus códigos de recuperación' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expectAccessible()
    const [recovery = ''] = await page.getByRole('main').getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'Los he guardado: ir a la consola' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()

    await page.getByRole('button', { name: 'Menú de Nuria Vega' }).click()
    await page.getByRole('button', { name: 'Salir' }).click()
    await enter()
    await expect(page.getByRole('heading', { level: 1, name: 'Segundo factor' })).toBeVisible()
    await page.getByLabel('Código').fill(recovery)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()
  })
})

/** What technicians press is large enough to hit, on a desk and on a phone. */
async function expectLargeEnough(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await tooSmall(page), `${page.url()} at ${width} pixels`).toEqual([])
  }
}

/** The bytes of a secret in the form that is typed into an authenticator: base 32, in groups. */
function bytesOf(secret: string): Buffer {
  const bits = secret
    .replaceAll(' ', '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
