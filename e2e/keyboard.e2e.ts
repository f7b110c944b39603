import type { ElementHandle, Locator, Page } from '@playwright/test'
import { HAS_ALL_JOURNEYS, IS_LONG } from './long.ts'
import { PNG, TEXT, answer, get, open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { watchReading } from './reading.ts'

// Each journey uses keys alone: nothing here clicks, and every Tab stop must show its focus.

const MOST_STOPS = 200

/** The focus must be visible. Returns whether this element has it; a screen that is drawn anew may have replaced the element. */
async function expectFocusSeen(page: Page, looked: ElementHandle): Promise<'there' | 'elsewhere' | 'replaced'> {
  const stop = await page.evaluate((one) => {
    const element = document.activeElement
    const place = element === one ? 'there' : one.isConnected ? 'elsewhere' : 'replaced'
    // Between the end of the page and its beginning the browser itself has the focus.
    if (!element || element === document.body || !document.hasFocus()) return { place, isSeen: true, name: '' } as const
    // On the element, its whole card, its visible substitute, or its whole label or row.
    const near = [element, element.nextElementSibling, element.parentElement]
    const drawn = [...near, element.closest('label'), element.closest('tr, li')]
    const after = getComputedStyle(element, '::after')
    const isSeen = isRing(after) || drawn.some((one) => one && isRing(getComputedStyle(one)) && isUncut(one))
    function isRing(style: CSSStyleDeclaration): boolean {
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    }
    // An element around it that scrolls or clips may cut off the ring on some sides, but not on all.
    function isUncut(one: Element): boolean {
      const offset = Number.parseFloat(getComputedStyle(one).outlineOffset)
      if (offset < 0) return true
      const sides = new Set(['left', 'top', 'right', 'bottom'] as const)
      const ring = one.getBoundingClientRect()
      for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
        if (around.matches(':modal')) break
        if (getComputedStyle(around).overflow === 'visible') continue
        const cut = around.getBoundingClientRect()
        for (const side of sides) {
          const room = side === 'left' || side === 'top' ? ring[side] - cut[side] : cut[side] - ring[side]
          if (room <= offset) sides.delete(side)
        }
      }
      return sides.size > 0
    }
    return { place, isSeen, name: element.outerHTML.slice(0, 200) } as const
  }, looked)
  expect(stop.isSeen, `the focus is to be seen on ${stop.name}`).toBe(true)
  return stop.place
}

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  let looked = await target.elementHandle()
  if (!looked || (await looked.evaluate((element) => element === document.activeElement))) return
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key)
    const place = await expectFocusSeen(page, looked)
    if (place === 'there') return
    if (place === 'replaced') looked = (await target.elementHandle()) ?? looked
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Walks round the page once, and returns how many controls had the focus: none may trap it. */
async function stopsOnTheWayRound(page: Page): Promise<number> {
  await page.keyboard.press('Tab')
  const first = (await page.evaluateHandle(() => document.activeElement)).asElement()
  if (!first) throw new Error('Nothing has the focus')
  let hasLeft = false
  for (let stops = 1; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    // A date field has several stops.
    const isFirst = (await expectFocusSeen(page, first)) === 'there'
    if (isFirst && hasLeft) return stops
    hasLeft ||= !isFirst
  }
  throw new Error('Tab does not come round')
}

const alert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Avisos' }).getByText(text)).toBeVisible()

test('in by password, the other language, and out', async ({ page }) => {
  await page.goto('login')
  await press(page, page.getByRole('button', { name: 'Entrar con usuario y contraseña' }))
  // The requested form has the focus.
  await expect(page.getByLabel('Usuario')).toBeFocused()
  await page.keyboard.type('andres')
  await type(page, page.getByLabel('Contraseña', { exact: true }), 'otra')
  await page.keyboard.press('Enter')
  await alert(page, 'Usuario o contraseña incorrectos')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Demo-andres-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')

  const menu = page.getByRole('button', { name: /Menú de|Menu of/ })
  await press(page, menu)
  await press(page, page.getByRole('button', { name: 'English' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'English' })).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Log out' }))
  await expect(page).toHaveURL(/\/login$/)
})

test('a new ticket with a file', async ({ page, enter }) => {
  await enter()
  await press(page, page.getByRole('link', { name: /Soporte estándar/ }))
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  const module = form.getByLabel('Módulo')
  await tabTo(page, module)
  await page.keyboard.type('Contab')
  await expect(module.locator('option:checked')).toHaveText('Contabilidad')
  await tabTo(page, form.getByRole('radio', { name: 'Consulta' }))
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: 'Incidencia' })).toBeChecked()
  await type(page, form.getByLabel('Título'), 'Escrito sin ratón')
  await type(page, form.getByLabel('Texto de la consulta'), TEXT)
  await tabTo(page, form.getByLabel('Asistencia telefónica'))
  await page.keyboard.press('Space')
  await type(page, form.getByLabel('Teléfono'), '600000000')
  const chooser = page.waitForEvent('filechooser')
  await press(page, form.getByRole('button', { name: 'Adjuntar archivos' }))
  await (await chooser).setFiles({ name: 'asiento.png', mimeType: 'image/png', buffer: PNG })
  await expect(form.getByText('Se sube al enviar', { exact: true })).toBeVisible()
  const look = form.getByRole('button', { name: 'Ver asiento.png' })
  await press(page, look)
  await expect(page.getByRole('dialog', { name: 'asiento.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(look).toBeFocused()
  await press(page, form.getByRole('button', { name: 'Enviar' }))
  await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
  await expect(form).toHaveCount(0)
})

test(
  'a form begins at the kind of request that is chosen, and Space leaves it so',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('tickets/soporte')
    const form = page.getByRole('dialog', { name: 'Nueva solicitud a Soporte Técnico' })
    await expect(form.getByRole('radio', { name: 'Soporte Técnico' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(form.getByRole('radio', { name: 'Soporte Técnico' })).toBeChecked()
  },
)

test('a form is left by Esc, which asks first, and the focus goes back to what opened it', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  await page.goto('tickets/lista')
  const opener = page.getByRole('button', { name: 'Nuevo Ticket' })
  await press(page, opener)
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await type(page, form.getByLabel('Título'), 'A medias')
  expect(await stopsOnTheWayRound(page)).toBeGreaterThan(15)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: /^(Cambios sin guardar|Borrador sin enviar)$/ })
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await press(page, question.getByRole('button', { name: 'Descartar cambios' }))
  await expect(form).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('past the menu, through the list, into a ticket: reply, claim, five faces', async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Recorrido sin ratón')
  await answer(page, ticket, 'N')
  await page.goto('tickets/lista')
  const link = page.getByRole('link', { name: String(ticket) })
  await expect(link).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // Support's notices come first: each can be unfolded and dismissed.
  await page.keyboard.press('Tab')
  await expect(page.locator('summary', { hasText: 'Aviso:' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Ocultar el aviso' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Nuevo Ticket' }))

  await press(page, link)
  const detail = page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
  await press(page, detail.getByRole('button', { name: 'Responder' }))
  const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
  await expect(reply.getByLabel('Respuesta')).toBeFocused()
  await page.keyboard.type('Octubre de este año.')
  await press(page, reply.getByRole('button', { name: 'Enviar' }))
  await alert(page, 'Se ha enviado la respuesta correctamente')
  await expect(reply).toHaveCount(0)

  const claimButton = detail.getByRole('button', { name: 'Reclamar' })
  await press(page, claimButton)
  const claim = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
  await expect(claim.getByRole('button', { name: 'Enviar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await alert(page, 'Se ha enviado la reclamación correctamente')
  await expect(claim).toHaveCount(0)
  // The act is now refused, but the button stays reachable so that its reason can be read.
  await tabTo(page, claimButton)
  await expect(page.getByRole('tooltip').filter({ hasText: 'Podrá reclamar de nuevo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip').filter({ hasText: 'Podrá reclamar de nuevo' })).toBeHidden()
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(link).toBeFocused()

  await answer(page, ticket, 'S')
  await open(page, ticket)
  await press(page, detail.getByRole('button', { name: 'Conforme', exact: true }))
  const accept = page.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' })
  await tabTo(page, accept.getByRole('radio').first())
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(accept.getByRole('radio').nth(3)).toBeChecked()
  await press(page, accept.getByRole('button', { name: 'Enviar' }))
  await alert(page, 'La conformidad se ha marcado con exito')
})

test('a refused acceptance names the missing fields, and a pending ticket is withdrawn', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  const closed = await raise(page, 'No conforme sin ratón')
  await answer(page, closed, 'S')
  let detail = await open(page, closed)
  await press(page, detail.getByRole('button', { name: 'No conforme' }))
  const reject = page.getByRole('dialog', { name: 'NO CONFORME' })
  await expect(reject.getByLabel('Observaciones')).toBeFocused()
  await page.keyboard.type('Sigue sin cuadrar en noviembre.')
  await press(page, reject.getByRole('button', { name: 'Enviar' }))
  await alert(page, 'El ticket ha sido marcado como "No conforme"')
  detail = await open(page, await raise(page, 'Ya no hace falta, sin ratón'))
  const withdraw = detail.getByRole('button', { name: 'Ya está resuelto' })
  await press(page, withdraw)
  const question = page.getByRole('dialog', { name: 'YA ESTÁ RESUELTO' })
  await press(page, question.getByRole('button', { name: 'Cancelar' }))
  await expect(withdraw).toBeFocused()
})

test('filters, order, pages and tabs of the list', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista')
  const filter = page.getByRole('button', { name: 'Filtrar' })
  await press(page, filter)
  const popup = page.getByRole('dialog', { name: 'Filtrar' })
  await expect(popup).toBeVisible()
  expect(await stopsOnTheWayRound(page)).toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect(filter).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, popup.getByLabel('Todas'))
  await page.keyboard.press('Space')
  await tabTo(page, popup.getByLabel('Estado'))
  await page.keyboard.type('Pend')
  await press(page, popup.getByRole('button', { name: 'Aplicar' }))
  await expect(page).toHaveURL(/estado=pendiente/)
  await expect(filter).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Quitar el filtro «Todas»' }))
  await expect(page).not.toHaveURL(/todas/)
  await expect(filter).toBeFocused()
  await press(page, page.getByRole('button', { name: /Quitar el filtro «Estado/ }))

  await press(page, page.getByRole('columnheader', { name: 'Nº de ticket' }).getByRole('button'))
  await expect(page).toHaveURL(/orden=ticket/)
  await press(page, page.getByRole('button', { name: 'Página siguiente' }))
  await expect(page).toHaveURL(/pagina=2/)
  await tabTo(page, page.getByLabel('Filas por página'))
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/filas=25/)
  await type(page, page.getByRole('textbox', { name: 'Abrir por nº de ticket' }), '999999')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await tabTo(page, page.getByRole('tab', { name: /^Tickets/ }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/lista=incidencias/)
  await expect(page.getByRole('tab', { name: /^Incidencias/ })).toBeFocused()
})

test('an incident is claimed', { tag: '@long' }, async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Incidencia sin ratón')
  await answer(page, ticket, 'S', { incidencia: 'S' })
  const { incidencias } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
  await page.goto(`tickets/lista?lista=incidencias&numero=${incidencias[0].pcnpet}`)
  const bell = page.getByRole('button', { name: 'Enviar reclamación' })
  await press(page, bell)
  const claim = page.getByRole('dialog')
  await press(page, claim.getByRole('button', { name: 'Enviar' }))
  await expect(claim).toHaveCount(0)
  await expect(bell).toHaveAttribute('aria-disabled', 'true')
})

test('nothing on any screen keeps the focus or hides it', async ({ page, beginSession }) => {
  await beginSession({ contact: 12 })
  const allRead = watchReading(page)
  const further = IS_LONG ? ['contacto', 'opciones-adicionales', 'demos'] : []
  const others = HAS_ALL_JOURNEYS ? ['mis-datos', 'manuales', ...further] : []
  for (const screen of ['', 'tickets/lista', ...others]) {
    await page.goto(screen)
    await expect(page.getByRole('main')).toBeVisible()
    await allRead()
    expect(await stopsOnTheWayRound(page), screen).toBeGreaterThan(3)
  }
})
