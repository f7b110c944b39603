import type { Locator, Page } from '@playwright/test'
import { answer, open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { technician } from './technicians.ts'
import { showIn } from './themes.ts'

// WCAG 1.4.11: a control's outline has a contrast of 3 to 1 to its surroundings. axe checks texts alone.

const ENOUGH = 3

/** The visible and enabled controls, each with the contrast of its edge or fill to its background. */
const contrasts = (within: Locator) =>
  within.evaluate((root) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const known = new Map<string, number[]>()
    const rgbaOf = (colour: string): number[] => {
      const before = known.get(colour)
      if (before) return before
      if (!canvas) throw new Error('no canvas')
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const rgba = [...canvas.getImageData(0, 0, 1, 1).data]
      known.set(colour, rgba)
      return rgba
    }
    const over = ([r = 0, g = 0, b = 0, a = 0]: number[], below: number[]) =>
      [r, g, b].map((part, index) => (part * a + (below[index] ?? 0) * (255 - a)) / 255)
    const behind = (element: Element | null): number[] =>
      element ? over(rgbaOf(getComputedStyle(element).backgroundColor), behind(element.parentElement)) : [255, 255, 255]
    const luminance = (colour: number[]) => {
      const [r = 0, g = 0, b = 0] = colour.map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one: number[], other: number[]) => {
      const [first, second] = [luminance(one), luminance(other)]
      return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
    }
    const edge = (style: CSSStyleDeclaration) =>
      Number.parseFloat(style.borderBottomWidth) >= 1 && style.borderBottomStyle !== 'none'
    /** The element that represents it: itself, its visible substitute, or the box that it fills. */
    const drawn = (control: Element): Element => {
      const isDrawn = getComputedStyle(control).opacity !== '0' && control.getBoundingClientRect().width > 2
      if (!isDrawn) {
        const next = control.nextElementSibling
        return next instanceof HTMLElement ? next : (control.closest('label') ?? control)
      }
      let box = control
      for (let up = 0; up < 3 && !edge(getComputedStyle(box)) && box.parentElement; up += 1) box = box.parentElement
      return box
    }
    return [...root.querySelectorAll('input:not([type=hidden], [type=file]), select, textarea')].flatMap((control) => {
      if (control.matches(':disabled') || !control.checkVisibility()) return []
      const box = drawn(control)
      const around = behind(box.parentElement)
      const style = getComputedStyle(box)
      const fill = over(rgbaOf(style.backgroundColor), around)
      const found = Math.max(
        contrast(fill, around),
        edge(style) ? contrast(over(rgbaOf(style.borderBottomColor), fill), around) : 1,
      )
      const { type, name, ariaLabel } = control as HTMLInputElement
      const label = (control as HTMLInputElement).labels?.[0]?.textContent ?? ariaLabel ?? name
      return [{ control: `${type} «${label}»`, contrast: Math.round(found * 100) / 100 }]
    })
  })

async function expectSeen(page: Page, name: string, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  // Some fields come with the data that the screen reads.
  await expect.poll(async () => (await contrasts(shown)).length, name).toBeGreaterThan(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    const found = await contrasts(shown)
    expect(found.length, name).toBeGreaterThan(0)
    expect(
      found.filter(({ contrast }) => contrast < ENOUGH),
      `${name}, ${colorScheme}`,
    ).toEqual([])
  }
}

test('every kind of field of the portal stands out from its surroundings', async ({ page, beginSession }) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await expectSeen(page, 'login', page.getByRole('main'))
  await beginSession({ contact: 12 })
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Asistencia telefónica').check()
  await expectSeen(page, 'form', form)
  const ticket = await raise(page, 'Cinco caras que se ven')
  await answer(page, ticket, 'S')
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Conforme', exact: true }).click()
  await expectSeen(page, 'faces', page.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' }))
  await page.goto('tickets/lista')
  await expectSeen(page, 'list', page.getByRole('main'))
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expectSeen(page, 'filter', page.getByRole('dialog', { name: 'Filtrar' }))
  for (const screen of ['manuales', 'mis-datos']) {
    await page.goto(screen)
    await expect(page.getByRole('main').locator('input').first()).toBeVisible()
    await expectSeen(page, screen, page.getByRole('main'))
  }
  await page.goto('.')
  await page.getByRole('button', { name: 'Iniciar conversación' }).click()
  await expectSeen(page, 'assistant', page.getByRole('dialog'))
})

test(
  'every kind of field of the console stands out from its surroundings',
  { tag: '@long' },
  async ({ browser, page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'Campos que se ven en la consola')
    const desk = await technician(browser, 'raul', null)
    for (const screen of [
      'cola/abiertas',
      `ticket/${ticket}`,
      'llamadas/nueva',
      'clientes/1001',
      'calendario',
      'modulos',
      'auditoria',
    ]) {
      await desk.goto(`/consola/${screen}`)
      await expect(desk.getByRole('main').locator('input, select, textarea').first()).toBeVisible()
      await expectSeen(desk, screen, desk.locator('body'))
    }
    await desk.context().close()
  },
)

test('a refused act looks so in either theme, and can still be recognised', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista')
  const acts = page
    .getByRole('row')
    .filter({ has: page.locator('[data-refused]') })
    .first()
  await expect(acts).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    const strengthOf = (which: string) =>
      acts.locator(which).evaluateAll((buttons) => {
        const canvas = document.createElement('canvas').getContext('2d')
        const greyOf = (colour: string) => {
          if (!canvas) throw new Error('no canvas')
          canvas.fillStyle = colour
          canvas.fillRect(0, 0, 1, 1)
          const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
          return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
        }
        const surface = greyOf(getComputedStyle(document.body).backgroundColor)
        return buttons.map((button) => Math.abs(greyOf(getComputedStyle(button).color) - surface))
      })
    const refused = await strengthOf('[data-refused]')
    const allowed = await strengthOf('button:not([data-refused])')
    expect(Math.max(...refused), colorScheme).toBeLessThan(0.75 * Math.min(...allowed))
    expect(Math.min(...refused), colorScheme).toBeGreaterThan(0.3)
  }
})
