import type { Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { expect, test } from './people.ts'

// The first visit, with nothing kept, on a line of 400 ms and 50 kB a second.

const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.emulateNetworkConditions', LINE)
}

test(
  'on a slow line the login is painted within two seconds, and can be used within six',
  { tag: '@long' },
  async ({ page }, { annotations }) => {
    await slowDown(page)
    const begun = performance.now()
    await page.goto('login', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
    await expect(page.getByLabel('Usuario')).toBeFocused()
    const usable = performance.now() - begun
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    )
    annotations.push({
      type: 'figures',
      description: `painted ${Math.round(painted)} ms, usable ${Math.round(usable)} ms`,
    })
    expect(painted).toBeLessThan(patient(2000))
    expect(usable).toBeLessThan(patient(6000))
  },
)
