import type { BrowserContext, TestInfo } from '@playwright/test'
import { FALSIFIED, SCREENS, asPattern, falsifiedText, nameOf, partsOf, type Shown } from '#server/testing/specified.ts'

/** With `FALSIFIED` a journey gets a false answer for one row of docs/coverage.md, and must fail; other journeys are skipped. */
export async function falsify(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  if (!FALSIFIED) return
  const row = FALSIFIED[nameOf(titled(testInfo.titlePath))]
  testInfo.skip(row === undefined)
  if (row === undefined) return
  if (SCREENS.some(([address]) => address === row)) await emptyScreen(context, row)
  else await changeMessage(context, row)
}

/** A journey's name in docs/coverage.md, from its titles, the file's first. */
export const titled = ([file = '', ...titles]: readonly string[]): Pick<Shown, 'file' | 'test'> => ({
  file: `e2e/${file}`,
  test: titles.join(' > '),
})

/** The screen at this address stays empty. */
const emptyScreen = (context: BrowserContext, address: string) =>
  context.addInitScript((opened: string) => {
    if (location.pathname + location.search !== `/public/${opened}`) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('body { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
  }, address)

/** Changes the message in the portal's code and in the server's answers. */
async function changeMessage(context: BrowserContext, message: string): Promise<void> {
  const inCode = new RegExp(`([\`"'])${asPattern(message, String.raw`\$\{[^}]*\}+`)}\\1`, 'g')
  const inAnswers = new RegExp(asPattern(JSON.stringify(message), '(?:[^"\\\\]|\\\\.)*'), 'g')
  const change = (text: string) =>
    partsOf(message)
      .filter((part) => part !== '')
      .reduce((changed, part) => changed.replace(part, falsifiedText), text)
  // The console may have the same sentence of its own.
  const isPortals = ({ pathname }: URL) =>
    (pathname.startsWith('/public/') && pathname.endsWith('.js')) ||
    (/^\/api\/(?!console)/.test(pathname) && !pathname.endsWith('_evento'))
  await context.route(isPortals, async (route) => {
    const response = await route.fetch()
    const type = response.headers()['content-type'] ?? ''
    if (!/javascript|json/.test(type)) return route.fulfill({ response })
    const text = await response.text()
    const body = type.includes('json')
      ? text.replaceAll(inAnswers, (said) => JSON.stringify(falsifiedText(JSON.parse(said))))
      : text.replaceAll(inCode, change)
    return route.fulfill({ response, body })
  })
}
