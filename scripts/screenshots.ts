// `npm run screenshots [-- <part of a scene's name> …]`: every screen and pop-up of portal and console, at 1280 and 390 pixels,
// in light and in dark, into `screenshots/`, which git ignores. From a portal of its own with the demo. `npm run screenshots --
// readme`: the README's picture alone.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { CONSOLE_SCENES } from '../e2e/scenes/console-scenes.ts'
import { PORTAL_SCENES } from '../e2e/scenes/portal-scenes.ts'
import { button } from '../e2e/scenes/scene.ts'
import { setStage } from '../e2e/scenes/stage.ts'
import { enterAs, openDemoBrowser } from './demo-browser.ts'
import { withPalette } from './palette-png.ts'

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url))
const README_PICTURE = fileURLToPath(new URL('../docs/tickets.png', import.meta.url))
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const SCHEMES = ['light', 'dark'] as const
const TALLEST = 4000

const wanted = process.argv.slice(2)
const scenes = Object.entries({ ...PORTAL_SCENES, ...CONSOLE_SCENES }).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
await mkdir(FOLDER, { recursive: true })
const demo = await openDemoBrowser()
try {
  if (wanted.includes('readme')) await takeForReadme()
  else await takeAll()
} finally {
  await demo.close()
}

async function takeForReadme(): Promise<void> {
  const context = await demo.newContext({ viewport: { width: 1280, height: 760 } })
  const page = await context.newPage()
  await enterAs(page, demo.origin)
  await page.goto('tickets/lista')
  await page.waitForLoadState('networkidle')
  await button(page, 'Ocultar el aviso').click()
  // Fonts and transitions.
  await page.waitForTimeout(400)
  await writeFile(README_PICTURE, withPalette(await page.screenshot({ animations: 'disabled' })))
}

async function takeAll(): Promise<void> {
  const stage = await setStage(demo)
  for (const viewport of SIZES) {
    for (const [name, scene] of scenes) {
      const taken = `${name}-${viewport.width}`
      const failure = await stage
        .show(scene, { viewport, isMobile: viewport.width === 390 }, (page) => shootBoth(page, taken))
        .then(
          () => '',
          (error: unknown) => `: ${String(error).split('\n')[0]}`,
        )
      console.log(`${taken}${failure}`)
      if (failure) process.exitCode = 1
    }
  }
}

/** The same page in both themes: open parts stay open, and only half as much is loaded. */
async function shootBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    // Pictures, fonts and transitions.
    await page.waitForTimeout(400)
    await shoot(page, join(FOLDER, `${name}-${colorScheme}.png`))
  }
}

/** A dialog is as high as the window. A page is taken whole, unless it is longer than anybody would look at. */
async function shoot(page: Page, path: string): Promise<void> {
  const hasDialog = (await page.locator('dialog[open]').count()) > 0
  const { height = 0 } = (await page.locator('html').boundingBox()) ?? {}
  await page.screenshot({ path, fullPage: !hasDialog && height < TALLEST, animations: 'disabled' })
}
