import type { Page } from '@playwright/test'

/**
 * The people of the scenes. A contact is Lucía Ferrer, an administrator Andrés Molina, and a client none of its
 * contacts; Nuria Santos has an older version, and a newcomer no drafts. At the console, the technician is Sonia Campos
 * and the supervisor Raúl Ibáñez.
 */
export type Who = 'nobody' | 'contact' | 'administrator' | 'client' | 'older' | 'newcomer' | 'technician' | 'supervisor'

/** The tickets of the scenes, one for each situation. */
export interface Tickets {
  readonly answered: number
  readonly waiting: number
  readonly closed: number
  readonly accepted: number
  readonly blocked: number
  /** A call with an AI's transcript. */
  readonly transcribed: number
  readonly incident: number
}

export interface Scene {
  readonly who: Who
  readonly at: string | ((tickets: Tickets) => string)
  /** Runs before the address is opened, and after. */
  readonly before?: (page: Page) => Promise<unknown>
  readonly act?: (page: Page, tickets: Tickets) => Promise<unknown>
  /** It keeps loading. */
  readonly unsettled?: true
}

export const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last()
export const call = (path: string) => new RegExp(`/api/(?:.*/)?${path}(\\?|$)`)
export const refuse =
  (path: string, status = 503) =>
  (page: Page) =>
    page.route(call(path), (route) =>
      route.fulfill({ status, json: { ok: false, message: 'El servicio no está disponible', data: { data: null } } }),
    )
export const answering = (path: string, data: object) => (page: Page) =>
  page.route(call(path), (route) => route.fulfill({ json: { ok: true, message: '', data: { data } } }))
/** Passes on the server's answers, with additions. */
export const answeringAlso = (path: string, more: object) => (page: Page) =>
  page.route(call(path), async (route) => {
    const answer = await route.fetch().catch(() => null)
    // The page was closed meanwhile.
    if (!answer) return
    const answered = await answer.json()
    await route.fulfill({ json: { ...answered, data: { data: { ...answered.data.data, ...more } } } })
  })
