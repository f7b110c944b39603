import { NOTIFICATION_KINDS } from '#contract/console/notifications.ts'
import { expect, test } from './people.ts'
import { technician } from './technicians.ts'

test(
  'a mentioned technician is told by the bell and the title, is led there, and has then read it',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const [raul, sonia] = [await technician(browser, 'raul', null), await technician(browser, 'sonia', null)]
    // Other journeys give her work at the same time.
    const act = (path: string, data: object) => sonia.request.post(`/api/console/notifications/${path}`, { data })
    await act('silence', { kinds: NOTIFICATION_KINDS.filter((kind) => kind !== 'mentioned') })
    await act('read', {})
    await sonia.goto('/consola/')
    await expect(sonia.getByRole('button', { name: 'Notificaciones' })).toBeVisible()
    const { data } = await (await raul.request.get('/api/console/tickets?view=open')).json()
    const { number } = data.data.items[0]
    const note = { ticket: number, text: '@sonia, ¿lo miras?' }
    expect((await raul.request.post('/api/console/ticket/note', { data: note })).status()).toBe(200)

    const unread = async () =>
      (await (await sonia.request.get('/api/console/notifications/unread')).json()).data.data.unread
    await expect.poll(unread).toBe(1)
    // Earlier than the screen would ask by itself.
    await sonia.reload()
    await expect(sonia).toHaveTitle(/^\(1\) Por responder/)
    await sonia.getByRole('button', { name: 'Una notificación sin leer' }).click()
    const list = sonia.getByRole('dialog', { name: 'Notificaciones' })
    // Those of other journeys have been read.
    const unreadItems = list.getByRole('listitem').filter({ hasText: 'sin leer' })
    await expect(unreadItems).toHaveText([new RegExp(`Lo mencionan en una nota · sin leerTicket ${number} · `)])
    await list.getByText('De qué avisar').click()
    await expectAccessible(sonia)
    await unreadItems.getByRole('link').click()
    await expect(sonia.getByRole('heading', { level: 1, name: String(number) })).toBeVisible()
    await expect(sonia.getByRole('button', { name: 'Notificaciones', exact: true })).toBeVisible()
    await expect(sonia).toHaveTitle(new RegExp(`^${number} `))
    await act('silence', { kinds: [] })
    for (const one of [raul, sonia]) await one.context().close()
  },
)
