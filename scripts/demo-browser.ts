import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, type Page, chromium } from '@playwright/test'
import { entryLink, signDemoEntry } from '#server/demo/entry-link.ts'
import { startPortal } from '#server/testing/portal-process.ts'
import { CHROMIUM_FLAGS, insistOnChromium } from './chromium.mjs'
import { buildWeb } from './setup.mjs'

/** A portal with the demo, and a Chromium to look at it. */
export async function openDemoBrowser() {
  const problem = await buildWeb()
  if (problem) throw new Error(problem)
  const data = await mkdtemp(join(tmpdir(), 'portal-pictures-'))
  const portal = await startPortal({ DATA_DIR: data })
  const browser = await chromium.launch({ executablePath: insistOnChromium(), args: CHROMIUM_FLAGS })
  return {
    origin: portal.origin,
    newContext: (options: BrowserContextOptions = {}) =>
      browser.newContext({
        baseURL: `${portal.origin}/public/`,
        locale: 'es-ES',
        timezoneId: 'Europe/Madrid',
        ...options,
      }),
    async close() {
      await browser.close()
      await portal.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

interface Newcomer {
  /** By default LEV-01. */
  readonly installation?: string
  /** By default Lucía Ferrer's. */
  readonly subject?: string
  readonly caller?: string
}

/** A new link, as an installation makes it. */
export async function linkOf(
  origin: string,
  { installation = 'LEV-01', subject = '11', caller }: Newcomer = {},
): Promise<string> {
  const entry = { installation, subject, context: { company: '001' }, ...(caller && { caller }) }
  return entryLink(origin, await signDemoEntry(entry, new Date()))
}

/** Enters by such a link and waits for the home. */
export async function enterAs(page: Page, origin: string, newcomer: Newcomer = {}): Promise<void> {
  await page.goto(await linkOf(origin, newcomer))
  await page.getByRole('heading', { level: 1 }).getByText('Hola').waitFor()
}
