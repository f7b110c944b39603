import type { Locator, Page } from '@playwright/test'
import { dragByFinger } from './finger.ts'
import { PNG, TEXT, get, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

const linesOf = (form: Locator) => form.getByRole('list', { name: 'Archivos de este ticket' }).getByRole('listitem')

async function fill(page: Page): Promise<Locator> {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Título').fill('Con archivos en orden')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  // What the form offers for these words comes above the files, and moves them.
  await expect(form.getByText('Manual · Contabilidad').first()).toBeVisible()
  const files = ['uno.png', 'dos.png', 'tres.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PNG }))
  await form.locator('input[type=file]').setInputFiles(files)
  await expect(linesOf(form)).toHaveText([/^uno\.png/, /^dos\.png/, /^tres\.png/])
  return form
}

async function send(page: Page, form: Locator): Promise<string[]> {
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(form).toHaveCount(0)
  const sent = await page.getByText(/Hemos registrado tu Ticket número \d+/).innerText()
  const files = await get(page, 'get_documentacion', { llnumreg: /\d+/.exec(sent)?.[0] ?? '' })
  return files.map(({ fimagen }: { fimagen: { imdesc: string } }) => fimagen.imdesc)
}

test('files are put in order by a pointer, and Support gets them so', async ({ page, beginSession }) => {
  await beginSession()
  const form = await fill(page)
  const grips = linesOf(form).getByTitle('Arrastre para ordenar los archivos')
  await grips.last().scrollIntoViewIfNeeded()
  const middleOf = async (index: number) => {
    const box = await grips.nth(index).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const drag = async (from: number, to: number) => {
    await grips.nth(from).hover()
    await page.mouse.down()
    const [start, end] = [await middleOf(from), await middleOf(to)]
    await page.mouse.move(end.x, end.y + Math.sign(end.y - start.y) * 6, { steps: 3 })
  }

  // Esc lets go of the file, and leaves the form as it is.
  await drag(0, 2)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(linesOf(form)).toHaveText([/^uno\.png/, /^dos\.png/, /^tres\.png/])

  await drag(0, 2)
  await page.mouse.up()
  await expect(linesOf(form)).toHaveText([/^dos\.png/, /^tres\.png/, /^uno\.png/])
  await drag(1, 0)
  await page.mouse.up()
  await expect(linesOf(form)).toHaveText([/^tres\.png/, /^dos\.png/, /^uno\.png/])
  expect(await send(page, form)).toEqual(['tres.png', 'dos.png', 'uno.png'])
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test(
    'files are put in order by a finger, and the page stays where it is',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession()
      const form = await fill(page)
      const grips = linesOf(form).getByTitle('Arrastre para ordenar los archivos')
      await grips.last().scrollIntoViewIfNeeded()
      const places = async () =>
        (await Promise.all([0, 1, 2].map((index) => grips.nth(index).boundingBox()))).map((box) => ({
          x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
          y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
        }))
      const [first, , last] = await places()
      if (!first || !last) throw new Error('no files')
      await dragByFinger(page, first, { ...last, y: last.y + 6 })
      await expect(linesOf(form)).toHaveText([/^dos\.png/, /^tres\.png/, /^uno\.png/])
      expect(await places()).toEqual([first, expect.anything(), last])
      expect(await send(page, form)).toEqual(['dos.png', 'tres.png', 'uno.png'])
    },
  )
})

test('files are put in order by keys, and the new place is read aloud', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const form = await fill(page)
  const before = form.getByRole('button', { name: 'Adelantar tres.png' })
  await before.focus()
  await page.keyboard.press('Enter')
  await expect(form.getByText('tres.png: 2 de 3', { exact: true })).toBeAttached()
  await expect(before).toBeFocused()
  await page.keyboard.press('Space')
  await expect(linesOf(form)).toHaveText([/^tres\.png/, /^uno\.png/, /^dos\.png/])
  await expect(before).toBeFocused()
  await expect(before).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(linesOf(form)).toHaveText([/^tres\.png/, /^uno\.png/, /^dos\.png/])
  await expectAccessible()
  expect(await send(page, form)).toEqual(['tres.png', 'uno.png', 'dos.png'])
})

test('several pasted at once all come, each under a name of its own', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await expect(form.getByLabel('Título')).toBeVisible()
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer()
      for (let count = 0; count < 3; count += 1)
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...PNG],
  )
  await expect(linesOf(form)).toHaveText([
    /^Captura \d\d-\d\d \d\d:\d\d [^(]/,
    /^Captura \d\d-\d\d \d\d:\d\d \(2\)/,
    /^Captura \d\d-\d\d \d\d:\d\d \(3\)/,
  ])
})
