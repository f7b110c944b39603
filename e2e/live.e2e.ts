import type { Page } from '@playwright/test'
import { post, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { composer, find, technician, timeline } from './technicians.ts'

// What a customer does appears at the console by itself.

/** Within a second in an idle place; the journeys' machine is a busy one. */
const SOON = { timeout: 4000 }

/** To be asked before a screen is opened: until its browser follows what happens. */
const following = (page: Page) =>
  page.waitForResponse((response) => /\/eventos\b/.test(response.url()) && response.status() === 200)

const field = (page: Page) => composer(page).getByRole('textbox', { name: 'Respuesta al cliente' })

test('what arrives while a technician writes moves nothing, and waits behind a button', async ({
  page,
  enter,
  browser,
}) => {
  await enter()
  const ticket = await raise(page, 'Llega un mensaje mientras escribo')
  const sonia = await technician(browser, 'sonia')
  const reached = following(sonia)
  await find(sonia, ticket)
  await reached
  await sonia.keyboard.press('r')
  await sonia.keyboard.type('Estoy escri')
  const at = await field(sonia).boundingBox()
  await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Añado un dato.' })
  const news = sonia.getByRole('button', { name: '1 mensaje nuevo' })
  await expect(news).toBeVisible(SOON)
  await sonia.keyboard.type('biendo')
  await expect(field(sonia)).toBeFocused()
  await expect(field(sonia)).toHaveValue('Estoy escribiendo')
  expect(await field(sonia).boundingBox()).toEqual(at)
  await expect(timeline(sonia)).not.toContainText('Añado un dato.')
  await news.click()
  await expect(timeline(sonia).getByText('Añado un dato.')).toBeInViewport()
  await expect(news).toHaveCount(0)
  await expect(field(sonia)).toHaveValue('Estoy escribiendo')
  await sonia.context().close()
})
