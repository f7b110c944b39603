import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { showAsBefore, showIn } from './themes.ts'

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

/** Expects each field to stand out in both themes, and at least one field. */
export async function expectFieldsSeen(page: Page, name: string, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  // Some fields come with the data that the screen reads.
  await expect.poll(async () => (await contrasts(shown)).length, name).toBeGreaterThan(0)
  expect(await tooFaint(page, shown), name).toEqual([])
}

/** The fields that stand out too little, in either theme. */
export async function tooFaint(page: Page, shown: Locator): Promise<string[]> {
  const faint: string[] = []
  if ((await contrasts(shown)).length === 0) return faint
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme)
    for (const { control, contrast } of await contrasts(shown)) {
      if (contrast < ENOUGH) faint.push(`${theme}: ${control} ${contrast}`)
    }
  }
  await showAsBefore(page)
  return faint
}
