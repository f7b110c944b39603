import { type Browser, type Page, expect } from '@playwright/test'

export type Username = 'sonia' | 'raul'

/** A technician's own browser; see `logIn`. */
export async function technician(browser: Browser, username: Username, screen?: string | null): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logIn(page, username, screen)
  return page
}

/** Opens a session as a login does, and goes to the queue, or straight to another screen. Null: to no screen yet. */
export async function logIn(page: Page, username: Username, screen?: string | null): Promise<void> {
  const answer = await page.request.post('/api/console/login', {
    data: { username, password: `Demo-${username}-1` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  if (screen === null) return
  await page.goto(screen ?? '/consola/')
  if (screen !== undefined) return
  await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()
}

/** A technician's own browser, at a ticket. */
export async function technicianAt(browser: Browser, username: Username, ticket: number): Promise<Page> {
  const page = await technician(browser, username, `/consola/ticket/${ticket}`)
  await expect(page.getByRole('heading', { level: 1, name: String(ticket) })).toBeVisible()
  return page
}

/**
 * Opens a ticket by its number in the search, by keyboard. The screen must not have a list with a search of its own.
 */
export async function find(page: Page, number: number): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Buscar en todo' })).toBeFocused()
  await page.keyboard.type(String(number))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: String(number) })).toBeVisible()
}

export const composer = (page: Page) => page.getByRole('region', { name: 'Escribir' })
export const timeline = (page: Page) => page.getByRole('region', { name: 'Conversación' })
