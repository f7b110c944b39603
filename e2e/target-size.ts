import type { Page } from '@playwright/test'

/** Controls under 24 pixels wide or high (WCAG 2.5.8, without its exception for room around them), but for links within sentences. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'a[href], button, select, textarea, summary, [role=tab], input:not([type=file], [type=hidden])',
      ),
    ].flatMap((control) => {
      if (!control.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) return []
      // A press on its words counts as well.
      const boxes = [control, ...(control instanceof HTMLInputElement ? (control.labels ?? []) : [])].map((each) =>
        each.getBoundingClientRect(),
      )
      const width = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))
      const height = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top))
      // The link that skips the menu is clipped until it has the focus.
      if (width === 0 || getComputedStyle(control).clipPath !== 'none') return []
      const isInSentence =
        getComputedStyle(control).display === 'inline' &&
        [...(control.parentNode?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
      // Half a pixel of rounding.
      return (width > 23.5 && height > 23.5) || isInSentence
        ? []
        : [`${Math.round(width)} × ${Math.round(height)}: ${control.outerHTML.slice(0, 120)}`]
    }),
  )
