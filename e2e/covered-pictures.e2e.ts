import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { dragByFinger } from './finger.ts'
import { TEXT, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { recordingProxy } from './recording-proxy.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

const SIZE = { width: 400, height: 300 }
const WAITS = 'Se sube al enviar'
const COVERED = 'Con partes tapadas · Subido'

type Kind = 'image/png' | 'image/jpeg'

/** A picture of coloured noise, which no encoding makes small or predictable. */
async function noise(page: Page, type: Kind = 'image/png', size = SIZE): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([kind, { width, height }]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')
      const pixels = new ImageData(width, height)
      let seed = 7
      for (let at = 0; at < pixels.data.length; at += 1) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        pixels.data[at] = at % 4 === 3 ? 255 : 64 + ((seed >> 16) % 128)
      }
      context?.putImageData(pixels, 0, 0)
      return canvas.toDataURL(kind).split(',')[1] ?? ''
    },
    [type, size] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** A picture's size, and its pixels (red, green, blue, opacity). */
async function pixelsOf(page: Page, picture: Buffer, type: Kind = 'image/png') {
  const { width, height, base64 } = await page.evaluate(
    async ([encoded, kind]) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: kind }))
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height })
      const context = canvas.getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
      const url = await new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
        reader.readAsDataURL(new Blob([Uint8Array.from(data)]))
      })
      return { width: bitmap.width, height: bitmap.height, base64: url.split(',')[1] ?? '' }
    },
    [picture.toString('base64'), type] as const,
  )
  const data = Buffer.from(base64, 'base64')
  return { width, height, at: (x: number, y: number) => [...data.subarray(4 * (y * width + x)).subarray(0, 4)] }
}

const openForm = async (page: Page) => {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Título').fill('Con partes tapadas')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  return form
}

const choose = (form: Locator, name: string, buffer: Buffer, mimeType: Kind = 'image/png') =>
  form.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

async function openEditor(form: Locator, name: string): Promise<Locator> {
  await form.getByRole('button', { name: `Tapar partes de ${name}` }).click()
  const editor = form.page().getByRole('dialog', { name: `Tapar partes de ${name}` })
  await expect(editor.getByRole('button', { name: 'Rectángulo', exact: true })).toBeVisible()
  return editor
}

/** Drags across the picture, by shares of its width and height. */
async function drag(editor: Locator, from: readonly [number, number], to: readonly [number, number]) {
  const picture = editor.locator('canvas')
  // It may still be growing: its place counts once it no longer moves.
  let shown = await picture.boundingBox()
  await expect
    .poll(async () => {
      const before = shown
      shown = await picture.boundingBox()
      return [shown?.y, shown?.height].join() === [before?.y, before?.height].join()
    })
    .toBe(true)
  if (!shown) throw new Error('No picture is shown')
  const box = shown
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  const { mouse } = editor.page()
  await mouse.move(...at(from))
  await mouse.down()
  await mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await mouse.move(...at(to))
  await mouse.up()
}

const use = async (editor: Locator) => {
  await editor.getByRole('button', { name: 'Usar esta imagen' }).click()
  await expect(editor).toBeHidden()
}

/** Sends the form. Returns the ticket's files as the server stores them. */
async function sentFiles(form: Locator): Promise<{ name: string; bytes: Buffer }[]> {
  const page = form.page()
  await form.getByRole('button', { name: 'Enviar' }).click()
  const said = await page.getByText(/Hemos registrado tu Ticket número \d+/).textContent()
  const llnumreg = /número (\d+)/.exec(said ?? '')?.[1] ?? ''
  const found = await page.evaluate(async (number) => {
    const list = await fetch(`/api/consultas/get_documentacion?llnumreg=${number}`)
    const files: { iaimagen: string; fimagen: { imdesc: string } }[] = (await list.json()).data.data
    return await Promise.all(
      files.map(async ({ iaimagen, fimagen }) => {
        const file = await fetch(`/api/consultas/get_documento?iaimagen=${iaimagen}`)
        return { name: fimagen.imdesc, bytes: Array.from(new Uint8Array(await file.arrayBuffer())) }
      }),
    )
  }, llnumreg)
  return found.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }))
}

async function throughProxy(
  browser: Browser,
  act: (page: Page, context: BrowserContext, sent: () => Buffer) => Promise<void>,
) {
  const proxy = await recordingProxy()
  const context = await browser.newContext({ proxy: { server: proxy.address } })
  await withoutAssistant(context)
  try {
    await act(await context.newPage(), context, proxy.sent)
  } finally {
    await context.close()
    proxy.stop()
  }
}

/** What the editor says of the chosen mark. Every dialog also has a place that says when the connection is gone. */
const spoken = (editor: Locator) => editor.getByRole('status').filter({ hasText: 'Rectángulo' })

/** Pieces of the compressed pixels: bytes that nothing else contains. */
const piecesOf = (picture: Buffer): Buffer[] =>
  [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => {
    const at = Math.floor(share * picture.length)
    return picture.subarray(at, at + 40)
  })

test('covered parts are black in the file that the server keeps, and the original never leaves the browser', async ({
  browser,
  link,
}) => {
  await throughProxy(browser, async (page, _context, sent) => {
    await page.goto(await link())
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
    const original = await noise(page)
    const before = await pixelsOf(page, original)
    const form = await openForm(page)
    await choose(form, 'secreto.png', original)
    await expect(form.getByText(WAITS, { exact: true })).toBeVisible()
    await expect(form).toContainText('Las imágenes no salen de este equipo hasta que envíe')

    let editor = await openEditor(form, 'secreto.png')
    await drag(editor, [0.25, 0.2], [0.75, 0.6])
    await expect(spoken(editor)).toContainText('Rectángulo 1: a 25 % de la izquierda y 20 % de arriba')
    await drag(editor, [0.1, 0.8], [0.4, 0.9])
    await page.keyboard.press('Control+z')
    await expect(editor.getByRole('button', { name: 'Rectángulo 2' })).toHaveCount(0)
    await page.keyboard.press('Control+y')
    await expect(editor.getByRole('button', { name: 'Rectángulo 2' })).toBeVisible()
    await editor.getByRole('button', { name: 'Deshacer' }).click()
    await editor.getByRole('button', { name: 'Flecha', exact: true }).click()
    await drag(editor, [0.9, 0.95], [0.8, 0.75])
    await use(editor)
    await expect(form.getByText(COVERED)).toBeVisible()

    // Undo works on the original, which is still here.
    editor = await openEditor(form, 'secreto.png')
    await editor.getByRole('button', { name: 'Rectángulo 1' }).press('Delete')
    await drag(editor, [0.5, 0.2], [0.75, 0.6])
    await use(editor)
    await expect(form.getByText(COVERED)).toBeVisible()

    const [stored] = await sentFiles(form)
    const after = await pixelsOf(page, stored?.bytes ?? Buffer.alloc(0))
    expect([stored?.name, after.width, after.height]).toEqual(['secreto.png', SIZE.width, SIZE.height])
    const wrong: string[] = []
    for (let y = 0; y < 160; y += 1) {
      for (let x = 0; x < SIZE.width; x += 1) {
        // Half a pixel on either side may be covered, too, because the mouse moves in whole pixels.
        const inside = x >= 201 && x < 299 && y >= 61
        const outside = x < 199 || x > 301 || y < 59
        const found = after.at(x, y).join()
        if ((inside && found !== '0,0,0,255') || (outside && found !== before.at(x, y).join())) wrong.push(`${x} ${y}`)
      }
    }
    expect(wrong).toEqual([])
    const wire = sent()
    expect(wire.includes(piecesOf(stored?.bytes ?? Buffer.alloc(0))[2] ?? '')).toBe(true)
    for (const piece of piecesOf(original)) expect(wire.includes(piece)).toBe(false)
  })
})

test(
  'a picture that nobody edits goes as it is, once the form is sent',
  { tag: '@long' },
  async ({ browser, link }) => {
    await throughProxy(browser, async (page, _context, sent) => {
      await page.goto(await link())
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
      const original = await noise(page)
      const form = await openForm(page)
      await choose(form, 'plano.png', original)
      await expect(form.getByText(WAITS, { exact: true })).toBeVisible()
      await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
      // The editor was opened, and left again.
      const editor = await openEditor(form, 'plano.png')
      await drag(editor, [0.25, 0.2], [0.75, 0.6])
      await editor.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('button', { name: 'Descartar cambios' }).click()
      await expect(form.getByText(WAITS, { exact: true })).toBeVisible()
      expect(piecesOf(original).some((piece) => sent().includes(piece))).toBe(false)
      const [stored] = await sentFiles(form)
      expect(stored?.bytes.equals(original)).toBe(true)
      expect(piecesOf(original).every((piece) => sent().includes(piece))).toBe(true)
    })
  },
)

test('by keys alone, and read aloud', async ({ page, beginSession, expectAccessible }) => {
  await beginSession()
  const form = await openForm(page)
  const original = await noise(page)
  await choose(form, 'secreto.png', original)
  const editor = await openEditor(form, 'secreto.png')
  await expect(editor.getByRole('button', { name: 'Rectángulo', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const mark = editor.getByRole('button', { name: 'Rectángulo 1' })
  await expect(mark).toBeFocused()
  await expect(spoken(editor)).toContainText('ancho 25 %, alto 25 %')
  for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('ArrowLeft')
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(spoken(editor)).toContainText('Rectángulo 1: a 0 % de la izquierda')
  await expectAccessible()
  await editor.getByRole('button', { name: 'Usar esta imagen' }).press('Enter')
  await expect(editor).toBeHidden()
  await expect(form.getByRole('button', { name: 'Tapar partes de secreto.png' })).toBeFocused()
  await expect(form.getByText(COVERED)).toBeVisible()
  const [stored] = await sentFiles(form)
  const after = await pixelsOf(page, stored?.bytes ?? Buffer.alloc(0))
  expect(after.at(50, 150)).toEqual([0, 0, 0, 255])
  expect(after.at(200, 150)).not.toEqual([0, 0, 0, 255])
})

test.describe('without a connection', () => {
  test.use({ expectedFault: /net::ERR_INTERNET_DISCONNECTED/ })

  test('a waiting picture comes back with its draft, also without a network, and goes when it is discarded', async ({
    page,
    context,
    beginSession,
  }) => {
    await beginSession()
    let form = await openForm(page)
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
    await context.setOffline(true)
    await choose(form, 'secreto.png', await noise(page))
    await form.getByLabel('Título').fill('Sin conexión')
    await expect(page.getByText('Guardado solo en este equipo')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Borrador sin enviar' })).toContainText(
      'está guardado en este equipo',
    )
    await page.close({ runBeforeUnload: false })
    await context.setOffline(false)

    const again = await context.newPage()
    await again.goto('tickets/nuevo')
    form = again.getByRole('dialog', { name: 'Nuevo Ticket' })
    await expect(form.getByText('Tiene un borrador')).toBeVisible()
    await expect(form.getByText(WAITS, { exact: true })).toBeVisible()
    // Nothing has changed, so leaving asks nothing.
    await again.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await again.goto('tickets/nuevo')
    await expect(form.getByText(WAITS, { exact: true })).toBeVisible()
    await form.getByRole('button', { name: 'Descartar' }).click()
    await expect(form.getByText(WAITS, { exact: true })).toHaveCount(0)
    await form.getByRole('button', { name: 'Deshacer' }).click()
    await expect(form.getByText(WAITS, { exact: true })).toBeVisible()
    await again.keyboard.press('Escape')
    await again.getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(form).toBeHidden()
    await expect
      .poll(() =>
        again.evaluate(async () => {
          const database = await new Promise<IDBDatabase>((resolve) => {
            const opened = indexedDB.open('archivos', 1)
            opened.addEventListener('success', () => resolve(opened.result))
          })
          return await new Promise((resolve) => {
            const counted = database.transaction('files').objectStore('files').count()
            counted.addEventListener('success', () => {
              database.close()
              resolve(counted.result)
            })
          })
        }),
      )
      .toBe(0)
  })
})

test("a photograph is covered upright, and its camera's data are not in the result", async ({ page, beginSession }) => {
  await beginSession()
  const form = await openForm(page)
  const upright = await noise(page, 'image/jpeg')
  // Exif: orientation 6 (to be turned to the right), and a word of its own.
  const word = Buffer.from('Calle Mayor 1')
  const tiff = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
  const data = Buffer.concat([Buffer.from('Exif\0\0'), tiff, word])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, data.length + 2]), data])
  const turned = Buffer.concat([upright.subarray(0, 2), segment, upright.subarray(2)])
  await choose(form, 'foto.jpg', turned, 'image/jpeg')
  const editor = await openEditor(form, 'foto.jpg')
  // The upper left corner as people see it.
  await drag(editor, [0, 0], [0.5, 0.25])
  await use(editor)
  const [stored] = await sentFiles(form)
  const bytes = stored?.bytes ?? Buffer.alloc(0)
  const after = await pixelsOf(page, bytes, 'image/jpeg')
  expect([after.width, after.height]).toEqual([SIZE.height, SIZE.width])
  const [red = 255, green = 255, blue = 255] = after.at(75, 50)
  expect(Math.max(red, green, blue)).toBeLessThan(8)
  expect(Math.max(...after.at(225, 300).slice(0, 3))).toBeGreaterThan(40)
  expect(bytes.includes('Exif')).toBe(false)
  expect(bytes.includes(word)).toBe(false)
})

test('a very large picture is made smaller and says so; one that cannot be opened changes nothing', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  const form = await openForm(page)
  const wide = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 12_000, height: 1200 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#3c78d8'
    context?.fillRect(0, 0, 12_000, 1200)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await choose(form, 'panorama.png', Buffer.from(wide, 'base64'))
  let editor = await openEditor(form, 'panorama.png')
  await expect(editor).toContainText('Es muy grande: si la tapa, se envía a 8192 × 819 píxeles.')
  await drag(editor, [0.4, 0.3], [0.6, 0.7])
  await use(editor)
  await expect(form.getByText(COVERED)).toBeVisible()
  const broken = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200)])
  await choose(form, 'rota.png', broken)
  await form.getByRole('button', { name: 'Tapar partes de rota.png' }).click()
  editor = page.getByRole('dialog', { name: 'Tapar partes de rota.png' })
  await expect(editor.getByRole('alert')).toContainText('El navegador no puede abrir esta imagen')
  await editor.getByRole('button', { name: 'Volver' }).click()
  const [panorama, other] = await sentFiles(form)
  const after = await pixelsOf(page, panorama?.bytes ?? Buffer.alloc(0))
  expect([after.width, after.height, after.at(4096, 410)]).toEqual([8192, 819, [0, 0, 0, 255]])
  expect(other?.bytes.equals(broken)).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a finger covers a part of a picture, moves what covers it, and Support gets it so', async ({
    page,
    beginSession,
  }) => {
    await beginSession()
    const form = await openForm(page)
    await choose(form, 'dedo.png', await noise(page))
    const editor = await openEditor(form, 'dedo.png')
    const shown = await editor.locator('canvas').boundingBox()
    if (!shown) throw new Error('No picture is shown')
    const at = (x: number, y: number) => ({ x: shown.x + x * shown.width, y: shown.y + y * shown.height })
    await dragByFinger(page, at(0.1, 0.1), at(0.4, 0.4))
    await expect(editor.locator('[data-mark]')).toHaveCount(1)
    await dragByFinger(page, at(0.25, 0.25), at(0.65, 0.65))
    await expect(editor.locator('[data-mark]')).toHaveCount(1)
    await use(editor)
    const [sent] = await sentFiles(form)
    const { at: pixel } = await pixelsOf(page, sent?.bytes ?? Buffer.alloc(0))
    expect(pixel(SIZE.width * 0.65, SIZE.height * 0.65)).toEqual([0, 0, 0, 255])
    expect(pixel(SIZE.width * 0.25, SIZE.height * 0.25)).not.toEqual([0, 0, 0, 255])
  })
})
