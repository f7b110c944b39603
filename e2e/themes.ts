import { type Page, expect } from '@playwright/test'

/** Shows a page in a theme and stops all motion and colour transitions. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // Otherwise each element would start a transition, and the theme would take eight times as long.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** Restores motion and transitions. */
export async function showAsBefore(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
}
