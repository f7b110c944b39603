import type { Page } from '@playwright/test'

/** React gives up (error 185) after 50 events in a row that each leave it something to draw later. */
const LETTERS = 60

/**
 * Types into each field of what stands on top, as fast as letters arrive that were typed while the browser was busy: it does
 * nothing else between them. Each field ends with its first content.
 * @returns the errors
 */
export async function typedAtOnce(page: Page): Promise<string[]> {
  const errors: string[] = []
  const note = (error: Error) => void errors.push(error.message)
  page.on('pageerror', note)
  await page.evaluate((letters) => {
    const ofText =
      'textarea, input:not([type]), input[type=text], input[type=search], input[type=email], input[type=tel]'
    const top = [...document.querySelectorAll('main, [role=dialog]')].at(-1)
    for (const field of top?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(ofText) ?? []) {
      if (field.disabled || field.readOnly || !field.checkVisibility()) continue
      // React notices only what it has not written itself.
      const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.bind(field)
      const before = field.value
      for (let typed = 1; typed <= letters; typed += 1) {
        write?.(typed < letters ? before + 'a'.repeat(typed) : before)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    }
  }, LETTERS)
  page.off('pageerror', note)
  return errors
}
