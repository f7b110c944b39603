import type { Page } from '@playwright/test'
import { IS_LONG } from './long.ts'
import { type OwnPortal, test } from './own-portal.ts'
import { post, raise } from './own-tickets.ts'
import { expect } from './people.ts'
import { technician } from './technicians.ts'

// Notifications of technicians: by the bell, in the title, on the desktop and by sound; each leads to its place. The
// portal is this file's own, so that the test decides when it notifies, and nobody else's acts are counted.

test.describe.configure({ mode: 'default' })

const api = async (page: Page, path: string, data: object) => {
  const sent = await page.request.post(`/api/${path}`, { data })
  expect(sent.status(), `${path}: ${await sent.text()}`).toBe(200)
  return (await sent.json()).data.data
}
const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    exact: true,
    name:
      unread === 0
        ? 'Notificaciones'
        : unread === 1
          ? 'Una notificación sin leer'
          : `${unread} notificaciones sin leer`,
  })
const expectUnread = async (page: Page, unread: number) => {
  await expect(bell(page, unread)).toBeVisible()
  if (unread > 0) await expect(page).toHaveTitle(new RegExp(`^\\(${unread}\\) `))
  else await expect(page).not.toHaveTitle(/^\(\d+\) /)
}
/** Opens the list behind the bell. */
const openList = async (page: Page, unread: number) => {
  await bell(page, unread).click()
  const list = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(list).toBeVisible()
  return list
}
/** As if another window or tab were before it. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    const state = { visibilityState: isHidden ? 'hidden' : 'visible', hidden: isHidden }
    for (const [name, value] of Object.entries(state))
      Object.defineProperty(document, name, { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)

const following = (page: Page) =>
  page.waitForResponse((response) => /\/eventos\b/.test(response.url()) && response.status() === 200)

/** Sonia's ticket, raised by the customer of this page. */
async function ofSonias(page: Page, sonia: Page, title: string): Promise<number> {
  const ticket = await raise(page, title)
  await api(sonia, 'console/ticket/assign', { ticket, technician: 'sonia', was: null })
  return ticket
}
const mention = (raul: Page, ticket: number) => api(raul, 'console/ticket/note', { ticket, text: '@sonia, ¿lo mira?' })

/** The page has read everything so far, and follows the events. */
async function atDesk(page: Page, portal: OwnPortal): Promise<void> {
  await portal.tell()
  await api(page, 'console/notifications/read', {})
  await api(page, 'console/notifications/silence', { kinds: [] })
  const followed = following(page)
  await page.goto('/consola/')
  await followed
  await expectUnread(page, 0)
}

/** One that leads elsewhere, and one from a colleague; `test:long` tries all kinds. */
const ALWAYS = new Set(['«No funciona» en BD pruebas', 'Lo mencionan en una nota'])

test('every kind of notification comes by itself, counts in bell and title, and leads to its place', async ({
  page,
  beginSession,
  browser,
  ownPortal,
}) => {
  await beginSession()
  const { owner, clock } = ownPortal
  const [sonia, raul] = [await technician(browser, 'sonia', null), await technician(browser, 'raul', null)]
  const andres = await (await browser.newContext()).newPage()
  await api(andres, 'login/login', { usuario: 'andres', password: 'Demo-andres-1' })
  for (const one of [sonia, raul]) await atDesk(one, ownPortal)
  const due = (ticket: number, minutes: number) =>
    owner.query(`update ticket set due_at = $2, urgency = '3' where number = $1`, [
      ticket,
      new Date(clock.now.getTime() + minutes * 60_000),
    ])

  const kinds: Record<string, (ticket: number) => Promise<string | void>> = {
    'Se lo han asignado': async (ticket) => {
      await api(sonia, 'console/ticket/assign', { ticket, technician: null, was: 'sonia' })
      await api(raul, 'console/ticket/assign', { ticket, technician: 'sonia', was: null })
    },
    'Ha respondido el cliente': async (ticket) => {
      await api(sonia, 'console/ticket/answer', { ticket, text: 'Mírelo.', seen: 1, anyway: true })
      await post(page, 'responder_consulta', { llpadre: ticket, llobse: 'Sigue igual.' })
    },
    'El cliente reclama': async (ticket) => void (await post(page, 'reclamar_consulta', { llnumreg: ticket })),
    '«No funciona» en BD pruebas': async (ticket) => {
      const { number } = await api(raul, 'console/work/create', { kind: 'incident', ticket })
      await api(raul, 'console/work/installation', { number, where: 'test', on: '2026-11-18' })
      const failed = { pcnpet: number, resultado: 'no_funciona', texto: 'Sale el mismo aviso.' }
      await api(page, 'incidencias/validar_entrega', failed)
      return `/consola/trabajo/incidencias/${number}`
    },
    'Han decidido una valoración': async (ticket) => {
      const { number } = await api(raul, 'console/valuations/create', {
        ticket,
        description: 'Un listado',
        client: 1001,
      })
      await api(andres, 'incidencias/decidir_valoracion', { vinreg: number, resultado: 'aceptada' })
      return `/consola/trabajo/valoraciones/${number}`
    },
    // A fifth of sixteen hours is left: three hours and twelve minutes.
    'El compromiso vence pronto': async (ticket) => void (await due(ticket, 190)),
    'Compromiso vencido': async (ticket) => void (await due(ticket, -1)),
    'Lo mencionan en una nota': async (ticket) => void (await mention(raul, ticket)),
  }
  for (const [kind, happens] of Object.entries(kinds).filter(([each]) => IS_LONG || ALWAYS.has(each))) {
    const ticket = await ofSonias(page, sonia, kind.replaceAll(/[«»]/g, ''))
    const place = (await happens(ticket)) ?? `/consola/ticket/${ticket}`
    await ownPortal.tell()
    await expectUnread(sonia, 1)
    const list = await openList(sonia, 1)
    const unread = list.getByRole('listitem').filter({ hasText: 'sin leer' })
    await expect(unread).toHaveCount(1)
    await expect(unread).toContainText(kind)
    await unread.getByRole('link').click()
    await expect(sonia).toHaveURL(new RegExp(`${place}$`))
    await expect(sonia.getByRole('heading', { level: 1 })).toBeVisible()
    await expectUnread(sonia, 0)
    await owner.query('update ticket set due_at = null where number = $1', [ticket])
  }

  // The third claim in a row goes to the supervisor, who has a view of their own for them.
  await atDesk(raul, ownPortal)
  const claimed = await ofSonias(page, sonia, 'Reclamado por tercera vez')
  await owner.query('update ticket set claims_in_a_row = 2 where number = $1', [claimed])
  await post(page, 'reclamar_consulta', { llnumreg: claimed })
  await ownPortal.tell()
  await expectUnread(raul, 1)
  await expectUnread(sonia, 1)
  const list = await openList(raul, 1)
  await list
    .getByRole('link', { name: /^Tercera reclamación: es suya/ })
    .first()
    .click()
  await expect(raul.getByRole('heading', { level: 1, name: String(claimed) })).toBeVisible()
  await expectUnread(raul, 0)
  await raul
    .getByRole('navigation')
    .getByRole('link', { name: /^3\.ª reclamación/ })
    .click()
  await expect(raul.getByRole('row').filter({ hasText: String(claimed) })).toContainText('Raúl')
  for (const one of [sonia, raul, andres]) await one.context().close()
})

test(
  'a kind that somebody silences stays silent until they want it again',
  { tag: '@long' },
  async ({ page, beginSession, browser, ownPortal }) => {
    await beginSession()
    const [sonia, raul] = [await technician(browser, 'sonia', null), await technician(browser, 'raul', null)]
    const ticket = await ofSonias(page, sonia, 'Se silencia')
    await atDesk(sonia, ownPortal)
    const choose = async (unread: number, on: boolean) => {
      const list = await openList(sonia, unread)
      await list.getByText('De qué avisar').click()
      const mentions = list.getByRole('checkbox', { name: 'Menciones (@usuario)' }).first()
      await mentions.click()
      await expect(mentions).toBeChecked({ checked: on })
      // A technician who uses the keyboard has not lost their place.
      await expect(mentions).toBeFocused()
      await sonia.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
    }
    await choose(0, false)
    await mention(raul, ticket)
    await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Y otra cosa.' })
    await ownPortal.tell()
    await expectUnread(sonia, 1)
    await choose(1, true)
    await mention(raul, ticket)
    await ownPortal.tell()
    await expectUnread(sonia, 2)
    for (const one of [sonia, raul]) await one.context().close()
  },
)

/** The browser's desktop notices and sounds, as the page requests them. */
interface Told {
  readonly asked: number
  readonly notices: { title: string; body: string; tag: string }[]
  readonly sounds: number
}
const LISTEN = `
  globalThis.told = { asked: 0, notices: [], sounds: 0 }
  globalThis.Notification = class extends EventTarget {
    static permission = 'default'
    static requestPermission = async () => (told.asked += 1, (Notification.permission = 'granted'))
    constructor(title, { body, tag }) {
      super()
      told.notices.push({ title, body, tag })
      globalThis.latest = this
    }
    close() {}
  }
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (...when) { told.sounds += 1; return start.apply(this, when) }`
const told = (page: Page) => page.evaluate<Told>('told')

test('a technician who wants it and looks elsewhere is told on the desktop and by sound; the notice leads to the place', async ({
  page,
  beginSession,
  browser,
  ownPortal,
}) => {
  await beginSession()
  const [sonia, raul] = [await technician(browser, 'sonia', null), await technician(browser, 'raul', null)]
  const ticket = await ofSonias(page, sonia, 'Se avisa en el escritorio')
  await sonia.addInitScript(LISTEN)
  await atDesk(sonia, ownPortal)
  expect(await told(sonia), 'nobody is asked before they choose it').toEqual({ asked: 0, notices: [], sounds: 0 })
  const list = await openList(sonia, 0)
  await list.getByText('De qué avisar').click()
  await list.getByRole('checkbox', { name: 'Avisar en el escritorio' }).check()
  await list.getByRole('checkbox', { name: 'Con sonido' }).check()
  await sonia.keyboard.press('Escape')
  // The sound is played as a sample.
  await expect.poll(() => told(sonia)).toMatchObject({ asked: 1, sounds: 1 })

  // In sight, the bell and the sound are enough. A screen reader says what it is about.
  await mention(raul, ticket)
  await ownPortal.tell()
  await expectUnread(sonia, 1)
  const words = `Lo mencionan en una nota: Ticket ${ticket} · Se avisa en el escritorio`
  await expect(sonia.getByRole('status').filter({ hasText: words })).toBeAttached()
  await expect.poll(() => told(sonia)).toEqual({ asked: 1, notices: [], sounds: 2 })

  await setHidden(sonia, true)
  await mention(raul, ticket)
  await ownPortal.tell()
  await expect(sonia).toHaveTitle(/^\(2\) /)
  await expect.poll(() => told(sonia)).toMatchObject({ asked: 1, sounds: 3 })
  const { notices } = await told(sonia)
  expect(notices).toEqual([
    {
      title: 'Lo mencionan en una nota',
      body: `Ticket ${ticket} · Se avisa en el escritorio`,
      tag: expect.stringMatching(/^notification-\d+$/),
    },
  ])
  await sonia.evaluate(`latest.dispatchEvent(new Event('click'))`)
  await setHidden(sonia, false)
  await expect(sonia.getByRole('heading', { level: 1, name: String(ticket) })).toBeVisible()
  await expectUnread(sonia, 0)
  for (const one of [sonia, raul]) await one.context().close()
})

test('of several tabs of a browser one makes the sound; one shows the desktop notice if none is in sight', async ({
  page,
  beginSession,
  browser,
  ownPortal,
}) => {
  await beginSession()
  const [sonia, raul] = [await technician(browser, 'sonia', null), await technician(browser, 'raul', null)]
  const ticket = await ofSonias(page, sonia, 'Suena una vez')
  await sonia.context().addInitScript(LISTEN)
  await atDesk(sonia, ownPortal)
  const list = await openList(sonia, 0)
  await list.getByText('De qué avisar').click()
  await list.getByRole('checkbox', { name: 'Avisar en el escritorio' }).check()
  await list.getByRole('checkbox', { name: 'Con sonido' }).check()
  await sonia.keyboard.press('Escape')
  const second = await sonia.context().newPage()
  await second.goto('/consola/')
  await expectUnread(second, 0)
  await second.getByRole('heading', { level: 1 }).click()
  await second.evaluate(`Notification.permission = 'granted'`)
  const both = [sonia, second]
  const all = async () => {
    const [one, other] = [await told(sonia), await told(second)]
    return { sounds: one.sounds + other.sounds, notices: [...one.notices, ...other.notices].length }
  }
  // One sound was the sample.
  await expect.poll(all).toEqual({ sounds: 1, notices: 0 })
  for (const [hidden, expected] of [
    [[false, false], { sounds: 2, notices: 0 }],
    [[true, false], { sounds: 3, notices: 0 }],
    [[true, true], { sounds: 4, notices: 1 }],
  ] as const) {
    for (const [nth, one] of both.entries()) await setHidden(one, hidden[nth] ?? false)
    await mention(raul, ticket)
    await ownPortal.tell()
    for (const one of both) await expect(one).toHaveTitle(new RegExp(`^\\(${expected.sounds - 1}\\) `))
    await expect.poll(all).toEqual(expected)
    // By now the other tab would have been heard.
    await sonia.waitForTimeout(1500)
    expect(await all()).toEqual(expected)
  }
  for (const one of [sonia, raul]) await one.context().close()
})

test(
  'of two technicians one is cut off: the missed notifications come once when the line is back, and each gets their own',
  { tag: '@long' },
  async ({ page, beginSession, browser, ownPortal }) => {
    await beginSession()
    const [sonia, raul] = [await technician(browser, 'sonia', null), await technician(browser, 'raul', null)]
    const ticket = await ofSonias(page, sonia, 'Se corta la línea')
    for (const one of [sonia, raul]) await atDesk(one, ownPortal)
    await sonia.context().setOffline(true)
    await mention(raul, ticket)
    await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Mientras no hay línea.' })
    const other = await raise(page, 'Para los dos')
    await api(raul, 'console/ticket/note', { ticket: other, text: '@sonia y @raul' })
    await ownPortal.tell()
    // Nobody is notified of their own note.
    await expectUnread(raul, 0)
    await expectUnread(sonia, 0)
    await sonia.context().setOffline(false)
    await expectUnread(sonia, 3)
    const list = await openList(sonia, 3)
    await expect(list.getByRole('listitem').filter({ hasText: 'sin leer' })).toHaveCount(3)
    await list.getByRole('button', { name: 'Marcar todo como leído' }).click()
    await expect(list.getByRole('listitem').filter({ hasText: 'sin leer' })).toHaveCount(0)
    await sonia.keyboard.press('Escape')
    await expectUnread(sonia, 0)
    for (const one of [sonia, raul]) await one.context().close()
  },
)

test(
  'notifications about the ticket on the screen count as read once its technician looks again, here and on the other device',
  { tag: '@long' },
  async ({ page, beginSession, browser, ownPortal }) => {
    await beginSession()
    const [sonia, elsewhere, raul] = [
      await technician(browser, 'sonia', null),
      await technician(browser, 'sonia', null),
      await technician(browser, 'raul', null),
    ]
    const ticket = await ofSonias(page, sonia, 'Está en la pantalla')
    for (const one of [sonia, elsewhere]) await atDesk(one, ownPortal)
    const followed = following(sonia)
    await sonia.goto(`/consola/ticket/${ticket}`)
    await followed
    await setHidden(sonia, true)
    await mention(raul, ticket)
    await ownPortal.tell()
    await expect(sonia).toHaveTitle(/^\(1\) /)
    await expectUnread(elsewhere, 1)
    await setHidden(sonia, false)
    await expectUnread(sonia, 0)
    await expectUnread(elsewhere, 0)
    for (const one of [sonia, elsewhere, raul]) await one.context().close()
  },
)
