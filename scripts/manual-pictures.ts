// `npm run manuals:pictures [-- <part of a picture's name> …]`: the pictures of the online support manual, into
// `content/manuals/images/`, from a portal of its own with the demo.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { TEXT, answer, post, raise } from '../e2e/own-tickets.ts'
import { enterAs, openDemoBrowser } from './demo-browser.ts'
import { withPalette } from './palette-png.ts'

const FOLDER = fileURLToPath(new URL('../content/manuals/images', import.meta.url))
const WINDOW = { width: 1280, height: 800 }
/** So that a manual opens at once on a phone. */
const MAX_BYTES = 120_000

interface Picture {
  readonly at: string | ((ticket: number) => string)
  /** 12 is an administrator; by default Lucía Ferrer's. */
  readonly subject?: string
  readonly act?: (page: Page) => Promise<unknown>
}

const PICTURES: Readonly<Record<string, Picture>> = {
  inicio: { at: '' },
  'nuevo-ticket': {
    at: 'tickets/nuevo',
    async act(page) {
      const form = page.getByRole('dialog')
      await form.getByLabel('Módulo').selectOption('Contabilidad')
      await form.getByLabel('Título').fill('Cierre de octubre descuadrado')
      await form.getByLabel('Texto de la consulta').fill(TEXT)
      await form.getByLabel('Texto de la consulta').blur()
      await form.getByText('Guardado').first().waitFor()
    },
  },
  'lista-de-tickets': { at: 'tickets/lista' },
  filtrar: {
    at: 'tickets/lista',
    async act(page) {
      await page.getByRole('button', { name: 'Filtrar', exact: true }).click()
      // A date that reads the same whether the browser puts day or month first.
      await page.getByLabel('Entre').fill('2026-10-10')
      await page.getByLabel('Hasta').fill('2026-11-11')
      await page.getByLabel('Hasta').blur()
    },
  },
  'detalle-del-ticket': {
    at: (ticket) => `tickets/lista?ticket=${ticket}`,
    // Only demos and tests have this switch.
    act: (page) => page.getByRole('button', { name: 'Simular técnico' }).evaluate('(button) => button.remove()'),
  },
  incidencias: { at: 'tickets/lista?lista=incidencias' },
  'leer-un-manual': { at: 'manuales/contabilidad#cerrar-el-ejercicio' },
  'mis-datos': { at: 'mis-datos', subject: '12' },
}

const wanted = process.argv.slice(2)
await mkdir(FOLDER, { recursive: true })
const demo = await openDemoBrowser()
try {
  await takeAll()
} finally {
  await demo.close()
}

async function takeAll(): Promise<void> {
  const ticket = await makeTicket()
  for (const [name, { at, subject, act }] of Object.entries(PICTURES)) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
    const page = await newPage()
    await enterAs(page, demo.origin, subject === undefined ? {} : { subject })
    await page.goto(typeof at === 'string' ? at : at(ticket))
    await page.locator('main, dialog').first().waitFor()
    await page.waitForLoadState('networkidle')
    await act?.(page)
    // Fonts and transitions.
    await page.waitForTimeout(500)
    const bytes = withPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    if (bytes.length > MAX_BYTES) throw new Error(`${name} has ${bytes.length} bytes`)
    await writeFile(join(FOLDER, `soporte-${name}.png`), bytes)
    console.log(`soporte-${name}.png: ${bytes.length} bytes`)
    await page.context().close()
  }
}

async function newPage(): Promise<Page> {
  const context = await demo.newContext({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' })
  return context.newPage()
}

/** A ticket with a conversation, in which it is the customer's turn. */
async function makeTicket(): Promise<number> {
  const page = await newPage()
  await enterAs(page, demo.origin)
  const ticket = await raise(page, 'Cierre de octubre descuadrado')
  await answer(page, ticket, 'N', { respuesta: '¿De qué ejercicio son las dos facturas que faltan?' })
  await post(page, 'responder_consulta', { llpadre: ticket, llobse: 'De este año: las registramos el 3 de noviembre.' })
  await answer(page, ticket, 'N', {
    respuesta: 'Tienen fecha contable de noviembre. Si las cambia a octubre, el cierre cuadra. ¿Puede comprobarlo?',
  })
  await page.context().close()
  return ticket
}
