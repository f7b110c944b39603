import type { Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { answer, open, post, raise } from './own-tickets.ts'
import { MOVING, expect, test } from './people.ts'
import { watchReading } from './reading.ts'

// Less motion for those who ask for it, and time to read.

test('a person who asks for less motion gets none', async ({ page, beginSession }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await beginSession()
  await page.goto('tickets/lista')
  const running = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
        return Number(duration) > 1 || iterations === Infinity ? [String(duration)] : []
      }),
    )
  await page.getByRole('button', { name: 'Filtrar' }).click()
  expect(await running()).toEqual([])
  await expect(page.getByRole('dialog', { name: 'Filtrar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  expect(await running()).toEqual([])
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      const isStill = `${transitionDuration}, ${animationDuration}`
        .split(', ')
        .every((time) => Number.parseFloat(time) <= 0.001)
      return isStill ? [] : [element.outerHTML.slice(0, 120)]
    }),
  )
  expect(moving).toEqual([])
})

test(
  'an address in a message is a link to where it says, and all times have one form',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'Con una dirección')
    await answer(page, ticket, 'N', { respuesta: 'Vea https://ayuda.example/cierre. No vea javascript:alert(1).' })
    const detail = await open(page, ticket)
    const link = detail.getByRole('link', { name: 'https://ayuda.example/cierre', exact: true })
    await expect(link).toHaveAttribute('href', 'https://ayuda.example/cierre')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(detail.getByText('. No vea javascript:alert(1).')).toBeVisible()
    await detail.getByRole('button', { name: 'Responder' }).click()
    await expect(detail.getByRole('region', { name: 'RESPONDER CONSULTA' }).getByLabel('Respuesta')).toBeFocused()
    const times = await detail.locator('time').allInnerTexts()
    expect(times.length).toBeGreaterThan(2)
    expect(times.filter((time) => !/^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}$/.test(time))).toEqual([])
  },
)

for (const screen of ['', 'tickets/lista', 'tickets/nuevo', 'manuales/impuestos']) {
  test(`/${screen} fetches nothing twice`, { tag: screen === '' ? [] : '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const allRead = watchReading(page)
    await page.goto(screen)
    await allRead()
    const assets = fetched.filter((url) => url.includes('/assets/'))
    expect(assets.filter((url) => url.endsWith('.css')).length).toBeGreaterThan(1)
    expect(assets.filter((url, index) => assets.indexOf(url) !== index)).toEqual([])
  })
}

for (const [window, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a small window', { width: 1024, height: 560 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${window}`, { tag: window === 'a phone' ? [] : '@long' }, () => {
    test.use({ viewport, ...MOVING })

    test('an alert covers nothing of a pop-up, and of a page nothing that scrolling does not show', async ({
      page,
      beginSession,
    }) => {
      await beginSession()
      const ticket = await raise(page, 'Con un aviso al pie')
      await page.goto(`tickets/lista?ticket=${ticket}`)
      const detail = page.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
      await detail.getByRole('button', { name: 'Reclamar' }).click()
      await page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' }).getByRole('button', { name: 'Enviar' }).click()
      const done = page.getByText('Se ha enviado la reclamación correctamente')
      await done.hover()
      expect(await coveredBy(page, 'dialog :is(button, a, input, select, textarea, summary)')).toEqual([])
      await detail.getByRole('button', { name: 'Volver' }).click()
      await expect(detail).toHaveCount(0)
      await done.hover()
      // The list that arrives meanwhile makes the page longer.
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        expect(await coveredBy(page, 'main :is(button, a, input, select)')).toEqual([])
      }).toPass()

      await page.goto('tickets/nuevo')
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await form.getByLabel('Módulo').selectOption('Contabilidad')
      const send = form.getByRole('button', { name: 'Enviar' })
      await send.click()
      await expect(page.getByRole('alert')).toContainText('Compruebe los campos en rojo')
      expect(await coveredBy(page, 'dialog :is(button, a, input, select, textarea, summary)')).toEqual([])
      // It can be pressed without scrolling.
      await send.click({ timeout: patient(1000) })
    })
  })
}

/** Pressable elements that an alert covers. */
const coveredBy = (page: Page, pressable: string) =>
  page.evaluate((selector) => {
    const alerts = [...document.querySelectorAll('[data-tone]:has([role=alert], [role=status])')]
    if (alerts.length === 0) throw new Error('no alert is shown')
    const overlap = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      if (alerts.some((alert) => alert.contains(element)) || !element.checkVisibility()) return []
      const scrolled = element.closest('dialog > div')?.getBoundingClientRect()
      const place = element.getBoundingClientRect()
      // Elements scrolled out of their dialog do not count.
      if (scrolled && (place.bottom > scrolled.bottom || place.top < scrolled.top)) return []
      const isCovered = alerts.some((alert) => overlap(alert.getBoundingClientRect(), place))
      return isCovered ? [element.outerHTML.slice(0, 120)] : []
    })
  }, pressable)

test('an alert goes by itself, but not from under the pointer or the focus', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await page.getByLabel('Usuario').fill('andres')
  await page.getByLabel('Contraseña', { exact: true }).fill('otra')
  const alert = page.getByRole('alert').filter({ hasText: 'Usuario o contraseña incorrectos' })
  const fail = async () => {
    await page.keyboard.press('Enter')
    await expect(alert).toBeVisible()
  }
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await fail()
  await page.clock.runFor(3000)
  await expect(alert).toBeVisible()
  await page.clock.runFor(1100)
  await expect(alert).toHaveCount(0)

  await fail()
  await alert.hover()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4100)
  await expect(alert).toHaveCount(0)

  await fail()
  await page.getByRole('button', { name: 'Cerrar el aviso' }).focus()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await page.clock.runFor(4100)
  await expect(alert).toHaveCount(0)
})

test('nine rows of each list are in sight at 1280 × 800, and three tickets on a phone', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  await page.setViewportSize({ width: 1280, height: 800 })
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  for (const list of ['', '?vista=historico', '?lista=incidencias', '?lista=desarrollos']) {
    await page.goto(`tickets/lista${list}`)
    await expect(rows.nth(8).getByRole('link').first(), list).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('tickets/lista')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
  await expect(cards.nth(2).getByRole('link').first()).toBeInViewport({ ratio: 1 })
})

test('the ring around a field leaves its label alone', async ({ page }) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  for (const name of ['Usuario', 'Contraseña']) {
    await page.getByLabel(name, { exact: true }).focus()
    const between = await page.getByText(name, { exact: true }).evaluate((label) => {
      const field = [...document.querySelectorAll('main *')].find(
        (each) => getComputedStyle(each).outlineStyle === 'solid',
      )
      if (!field) return null
      const { outlineOffset, outlineWidth } = getComputedStyle(field)
      const ring =
        field.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth)
      return ring - label.getBoundingClientRect().bottom
    })
    expect(between).toBeGreaterThanOrEqual(0)
  }
})

test('a screen says nothing that another part of it contradicts', async ({ page, context, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Cerrado, y abierto de nuevo')
  await answer(page, ticket, 'S')
  await post(page, 'marcar_no_conforme', { llnumreg: ticket, respuesta: 'Sigue igual.' })
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Conforme', exact: true }).focus()
  await expect(page.getByRole('tooltip')).toHaveText('El ticket no está cerrado por Soporte')
  // One ticket waits for her answer, but there is nothing else to do.
  await context.clearCookies()
  await beginSession({ installation: 'DUE-01', contact: 21 })
  await page.goto('')
  await expect(page.getByRole('main').getByRole('link', { name: /espera su respuesta/ })).toBeVisible()
  await expect(page.getByText('Nada por probar, decidir ni terminar.')).toBeVisible()
})
