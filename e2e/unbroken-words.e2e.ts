import type { Page } from '@playwright/test'
import { TEXT, alterAnswers, get, post } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { logIn } from './technicians.ts'

// Long names and answers without a blank, as people type them: they neither lie over what is beside them nor tear it.

const NAME = 'Bartolomé Supercalifragilisticoespialidoso-Etxeberriaurrutia'
const WINDOWS = ['Por la mañana, de nueve y media a once si puede', 'x'.repeat(50)]

/** The texts that run out of their boxes, and whether the page scrolls sideways. */
const torn = (page: Page, boxes: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const out = [...document.querySelectorAll(selector)].flatMap((box) => {
      const range = document.createRange()
      range.selectNodeContents(box)
      const isOut = range.getBoundingClientRect().right > box.getBoundingClientRect().right + 1
      return isOut ? [box.textContent ?? ''] : []
    })
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [...out, `${scrollWidth} > ${clientWidth}`] : out
  }, boxes)

for (const width of [390, 1280])
  test(
    `at ${width} long names and times of calls stay in their places`,
    { tag: width === 390 ? [] : '@long' },
    async ({ page, beginSession }) => {
      await page.setViewportSize({ width, height: 800 })
      await beginSession({ details: { name: NAME } })
      const [first] = await get(page, 'get_lista_modulos')
      const numbers: number[] = []
      for (const franjaHoraria of WINDOWS) {
        const [created] = await post(page, 'nueva_consulta', {
          modulo: first.shnumreg,
          titulo: 'Llámenme',
          textoConsulta: TEXT,
          interlocutor: NAME,
          email: 'lucia@levante.example',
          asistenciaTelefonica: 'S',
          telefono: '+34600111222',
          franjaHoraria,
        })
        numbers.push(created?.llnumreg ?? 0)
      }
      await page.goto('tickets/lista')
      await expect(page.getByRole('link', { name: `Ver el ticket ${numbers[0]}` })).toBeVisible()
      expect(await torn(page, 'td, li:has(time)')).toEqual([])

      await logIn(page, 'sonia', '/consola/llamadas')
      const calls = page.getByRole('list', { name: 'Quién espera una llamada' }).getByRole('listitem')
      for (const number of numbers) {
        const phone = calls.filter({ hasText: String(number) }).getByRole('link', { name: '+34600111222' })
        await expect(phone).toBeVisible()
        // One line.
        expect((await phone.boundingBox())?.height).toBeLessThan(40)
      }
      expect(await torn(page, 'main ul > li > *')).toEqual([])
    },
  )

test('a client’s name of 300 characters squeezes neither the bar nor the greeting', async ({ page, beginSession }) => {
  await beginSession()
  await alterAnswers(page, '**/api/login/check_session', ({ data: { data } }) => {
    data.usuario.clienteData.clapec = 'Promociones Inmobiliarias del Mediterráneo '.repeat(7).slice(0, 300)
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('contacto')
  const manual = await page.getByRole('banner').getByRole('link', { name: 'Manual de soporte online' }).boundingBox()
  const brand = await page.getByText('Prisma RE', { exact: true }).boundingBox()
  expect((brand?.x ?? Infinity) + (brand?.width ?? Infinity)).toBeLessThan(manual?.x ?? 0)
  // One line.
  expect(brand?.height).toBeLessThan(30)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const tile of await page
    .getByRole('main')
    .getByRole('link', { name: /^Soporte/ })
    .all())
    await expect(tile).toBeInViewport({ ratio: 1 })
})

test('in the lists of the console’s work a number stays whole, with a blank before its title', async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await (width === 390 ? logIn(page, 'sonia', '/consola/trabajo/incidencias') : page.reload())
    const openings = page.locator('[data-row]')
    await expect(openings.first()).toBeVisible()
    const numbers = await openings.evaluateAll((all) =>
      all.map((opening) => {
        const [number] = opening.children
        return { said: (opening as HTMLElement).innerText, lines: number?.getClientRects().length }
      }),
    )
    for (const { said, lines } of numbers) expect([said, lines]).toEqual([expect.stringMatching(/^\d+ \S/), 1])
  }
})
