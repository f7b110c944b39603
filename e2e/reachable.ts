import type { Page } from '@playwright/test'

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Controls that stay cut off or covered even after scrolling to them. */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const controls = (dialog ?? document.querySelector('main') ?? document.body).querySelectorAll(
      'a[href], button:not(:disabled), input:not(:disabled, [type=file], [type=hidden]), select, textarea',
    )
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ checkVisibilityCSS: true })) return []
      control.scrollIntoView({ block: 'center', inline: 'center' })
      // The first line of a link that wraps.
      const [box] = control.getClientRects()
      if (!box) return []
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const over = document.elementFromPoint(x, y)
      const isHit =
        over && (control.contains(over) || over.contains(control) || over.closest('label')?.contains(control))
      return isHit ? [] : [control.outerHTML.slice(0, 160)]
    })
  })

/** Controls without an edge in the system's colours. */
export async function withoutEdge(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const without = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=file], [type=hidden]), select, textarea, :is(main, dialog[open]) button',
      ),
    ].flatMap((control) => {
      if (!control.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) return []
      // A password's edge surrounds the field and its button.
      const edges = [control, control.parentElement ?? control].flatMap((element) => {
        const style = getComputedStyle(element)
        return ['top', 'bottom', 'left'].map((side) => style.getPropertyValue(`border-${side}`))
      })
      return edges.every((edge) => /^0px|none/.test(edge)) ? [control.outerHTML.slice(0, 160)] : []
    }),
  )
  await page.emulateMedia({ forcedColors: 'none' })
  return without
}
