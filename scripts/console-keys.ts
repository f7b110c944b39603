// `npm run console:keys`: a technician clears 20 tickets of the demo by keyboard alone, in a real browser on a server of its own.
// Counts keys and seconds; fails if it needed a mouse, the page reloaded or a ticket is left.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, chromium } from '@playwright/test'
import * as z from 'zod/mini'
import { consoleTickets } from '#contract/console/tickets.ts'
import { envelope } from '#contract/endpoint.ts'
import { startPortal } from '#server/testing/portal-process.ts'
import { CHROMIUM_FLAGS, insistOnChromium } from './chromium.mjs'
import { buildWeb } from './setup.mjs'

const TICKETS = 20
const ANSWERS = [
  'Hemos revisado su caso y ya está corregido: vuelva a probarlo, por favor.',
  'Para poder ayudarle necesitamos una captura de la pantalla en la que ocurre.',
  'Se resuelve en Configuración > Contabilidad > Periodos. Le adjuntamos los pasos.',
]
const SECOND = 1000
/** Runs in the page. */
const COUNT_POINTER = `
  globalThis.pointed = 0
  for (const name of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) addEventListener(name, () => { globalThis.pointed += 1 }, true)`

/** All keys pressed: commands and letters. */
const pressed = { commands: 0, letters: 0 }

const problem = await buildWeb()
if (problem) throw new Error(problem)
const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'))
const portal = await startPortal({ DATA_DIR: folder })
const browser = await chromium.launch({
  executablePath: insistOnChromium(),
  args: CHROMIUM_FLAGS,
})
try {
  await clear(await browser.newPage({ locale: 'es-ES', viewport: { width: 1280, height: 800 } }))
} finally {
  await browser.close()
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
}

async function clear(page: Page): Promise<void> {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.addInitScript({ content: COUNT_POINTER })
  await page.goto(`${portal.origin}/consola/`)
  await page.locator('input[name=username]:focus').waitFor()
  await type(page, 'sonia')
  await press(page, 'Tab')
  await type(page, 'Demo-sonia-1')
  await press(page, 'Enter')
  await page.locator('[data-ticket]').first().waitFor()
  pressed.commands = 0
  pressed.letters = 0

  const begun = performance.now()
  const cleared: string[] = []
  await press(page, 'Enter')
  for (let index = 0; index < TICKETS; index += 1) cleared.push(await clearOne(page, index))
  const seconds = (performance.now() - begun) / SECOND

  insist(new Set(cleared).size === TICKETS, `${new Set(cleared).size} different tickets were answered`)
  for (const ticket of cleared) insist(await isAnswered(page, ticket), `${ticket} was not answered`)
  insist(loads === 1, `the page was loaded ${loads} times`)
  const pointer = z.number().parse(await page.evaluate('globalThis.pointed'))
  insist(pointer === 0, `a pointer was used ${pointer} times`)
  const perTicket = (keys: number) => (keys / TICKETS).toFixed(1)
  console.log(
    [
      `${TICKETS} tickets cleared by keyboard alone, half of them closed: no mouse, no full reload.`,
      `Keys: ${pressed.commands + pressed.letters} (${pressed.commands} commands, ${perTicket(pressed.commands)} a ticket; ${pressed.letters} letters of the answers).`,
      `Time: ${seconds.toFixed(1)} s, ${(seconds / TICKETS).toFixed(2)} s a ticket, the typing of the browser included.`,
    ].join('\n'),
  )
}

/** Answers the ticket on the screen and closes every second one; the next appears by itself. Returns its number. */
async function clearOne(page: Page, index: number): Promise<string> {
  const number = /ticket\/(\d+)/.exec(page.url())?.[1] ?? ''
  await page.locator('section[data-tab=reply] textarea').waitFor()
  await press(page, 'r')
  await page.locator('textarea:focus').waitFor()
  await type(page, ANSWERS[index % ANSWERS.length] ?? '')
  await press(page, index % 2 === 0 ? 'Control+Enter' : 'Control+Shift+Enter')
  await page.waitForURL((address) => !address.pathname.endsWith(`/${number}`))
  return number
}

/** Whether the server says that Support answered the ticket last. */
async function isAnswered(page: Page, number: string): Promise<boolean> {
  const answer = await page.request.get(`${portal.origin}/api/console/ticket`, { params: { number } })
  const { data } = envelope.parse(await answer.json())
  return consoleTickets.view.data.parse(data.data).timeline.at(-1)?.kind === 'answer'
}

async function press(page: Page, key: string): Promise<void> {
  pressed.commands += key.split('+').length
  await page.keyboard.press(key)
}

async function type(page: Page, text: string): Promise<void> {
  pressed.letters += text.length
  await page.keyboard.type(text)
}

function insist(holds: boolean, found: string): void {
  if (!holds) throw new Error(`The keyboard does not suffice: ${found}`)
}
