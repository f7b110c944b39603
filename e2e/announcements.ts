import { type Page, expect } from '@playwright/test'

/** Records the text of every live region each time that it changes. */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = []
    const before = new WeakMap<Element, string>()
    const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    Object.assign(globalThis, { said })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const around = element?.closest(LIVE)
        for (const live of around ? [around] : (element?.querySelectorAll(LIVE) ?? [])) {
          const text = live.textContent.trim()
          if (text !== '' && before.get(live) !== text) said.push(text)
          before.set(live, text)
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/**
 * Waits until these announcements have been made since the page was opened, in this order, with or without others
 * between them.
 */
export async function expectSaid(page: Page, wanted: readonly RegExp[]): Promise<void> {
  await expect
    .poll(async () => {
      const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
      let at = 0
      for (const text of said) if (wanted[at]?.test(text)) at += 1
      return wanted.slice(at).map(String)
    })
    .toEqual([])
}
