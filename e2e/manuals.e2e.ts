import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { patient } from '#server/testing/patience.ts'
import { expect, test } from './people.ts'

const NURIA = { installation: 'DUE-01', contact: 21 }

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const contents = (page: Page) => page.getByRole('navigation', { name: 'Contenido' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const searchBox = (page: Page) => page.getByRole('searchbox')

async function expectPdf(download: Download, name: string): Promise<void> {
  expect(download.suggestedFilename()).toBe(name)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
}

async function saved(page: Page, button: Locator): Promise<Download> {
  // A server's first PDF also loads everything that PDFs need.
  const download = page.waitForEvent('download')
  await button.click()
  return await download
}

/** The section is at the top of the window, below the bars, and a screen reader continues there. */
async function expectArrived(page: Page, title: string): Promise<void> {
  await expect(heading(page, title)).toBeFocused()
  await expect(async () => {
    const top = (await heading(page, title).boundingBox())?.y ?? -1
    expect(top).toBeGreaterThan(60)
    expect(top).toBeLessThan(200)
  }).toPass()
}

test.describe('the lists', () => {
  test('have a tab for each area that the client has, kept in the address', async ({
    page,
    enter,
    expectAccessible,
  }) => {
    await enter()
    await page.getByRole('link', { name: /^Manuales y versiones/ }).click()
    await expect(page.getByRole('tab')).toHaveText([
      'Manuales RE',
      'Manuales apps',
      'Manuales BC',
      'Este portal',
      'Versiones RE',
      'Versiones BC 2016',
      'Versiones BC 365',
    ])
    await expect(tab(page, 'Manuales RE')).toHaveAttribute('aria-selected', 'true')
    await expect(heading(page, 'Gestión económica')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Leer Contabilidad' })).toHaveAttribute(
      'href',
      '/public/manuales/contabilidad',
    )
    await tab(page, 'Manuales RE').press('ArrowRight')
    await expect(tab(page, 'Manuales apps')).toBeFocused()
    await expect(heading(page, 'Firma Digital')).toBeVisible()
    await expect(page).toHaveURL(/\/manuales\?pestana=apps$/)
    await page.reload()
    await expect(heading(page, 'Firma Digital')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Contabilidad')).toBeVisible()
    await expectAccessible()
  })

  test(
    'show a client that only has RE nothing of the other areas',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession(NURIA)
      await page.goto('manuales?pestana=bc')
      await expect(page.getByRole('tab')).toHaveText(['Manuales RE', 'Este portal', 'Versiones RE'])
      await expect(tab(page, 'Manuales RE')).toHaveAttribute('aria-selected', 'true')
      for (const hidden of ['manuales/bc-contabilidad', 'versiones/bc365-27-0-cambios', 'manuales/nada']) {
        await page.goto(hidden)
        await expect(page.getByText('Este documento no existe, o no es de los suyos')).toBeVisible()
      }
      await page.getByRole('link', { name: 'Ver todos los manuales y versiones' }).click()
      await expect(tab(page, 'Manuales RE')).toBeVisible()
    },
  )

  test('show versions newest first, with date, kinds of links and the installed one', async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession(NURIA)
    await page.goto('versiones')
    await expect(page.getByRole('tabpanel').getByRole('heading')).toHaveText(['V031', 'V030', 'V029', 'V028'])
    const release = (version: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: version }) })
    await expect(release('V031')).toContainText('28/09/2026')
    await expect(release('V031')).toContainText('Posterior a la suya')
    await expect(release('V030')).toContainText('Su versión')
    await expect(page.getByText('Su versión', { exact: true })).toHaveCount(1)
    for (const kind of ['Cambios', 'Manual', 'Modelo']) {
      await expect(release('V031').getByText(kind, { exact: true })).toBeVisible()
    }
    await expectAccessible()
    await release('V031').getByRole('link', { name: 'Cambios de la versión V031' }).click()
    await expect(page).toHaveURL(/\/versiones\/re-v031-cambios$/)
    await expect(page.getByText('Esto es lo que trae V031; usted tiene V030.')).toBeVisible()
  })

  test('offer the documents about BC for download', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('versiones?pestana=versiones-bc365')
    await expect(page.getByRole('tabpanel').getByRole('heading')).toHaveText(['27.0', '26.0', '25.1'])
    await expect(page.getByText('Descarga', { exact: true })).toHaveCount(6)
    await expect(page.getByText('Su versión', { exact: true })).toHaveCount(0)
    const title = 'Cambios de la versión 27.0 para BC 365'
    await expectPdf(await saved(page, page.getByRole('button', { name: `PDF de ${title}` })), `${title}.pdf`)
  })

  test('put several manuals together as one PDF', async ({ page, beginSession, expectAccessible }) => {
    await beginSession()
    await page.goto('manuales')
    await page.getByRole('checkbox', { name: 'Elegir Inmovilizado' }).check()
    await page.getByRole('checkbox', { name: 'Elegir Impuestos' }).check()
    const selection = page.getByRole('region', { name: 'Manuales elegidos' })
    await expect(selection).toContainText('2 manuales elegidos')
    await expectAccessible()
    await expectPdf(
      await saved(page, selection.getByRole('button', { name: 'Descargar en un PDF' })),
      'Documentación.pdf',
    )
    await selection.getByRole('button', { name: 'Quitar la selección' }).click()
    await expect(selection).toHaveCount(0)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })

  test(
    'begin with the chapter about the program that the person came from',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession({ ...NURIA, module: 'Contabilidad', program: 'CIERRE_EJERCICIO' })
      await page.goto('manuales')
      await expect(page.getByText('De dónde viene: Contabilidad › Cerrar el ejercicio')).toBeVisible()
      await page.getByRole('link', { name: 'Contabilidad › Cerrar el ejercicio' }).click()
      await expectArrived(page, 'Cerrar el ejercicio')
    },
  )
})

test.describe('reading', () => {
  test('goes by the table of contents, step by step, and on to another manual and back', async ({ page, enter }) => {
    await enter()
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('get_manual?')) reads.push(request.url())
    })
    await page.goto('manuales')
    await page.getByRole('link', { name: 'Leer Contabilidad' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contabilidad')
    await expect(page).toHaveTitle(/Contabilidad/)
    await expect(page.getByRole('main')).toBeFocused()

    await contents(page).getByRole('link', { name: 'Cerrar el ejercicio', exact: true }).click()
    await expect(page).toHaveURL(/contabilidad#cerrar-el-ejercicio$/)
    await expectArrived(page, 'Cerrar el ejercicio')
    await expect(contents(page).locator('[aria-current]')).toHaveText('Cerrar el ejercicio')
    await contents(page)
      .getByRole('link', { name: /^Sección siguiente/ })
      .click()
    await expectArrived(page, 'Abrir el ejercicio nuevo y asiento de apertura')
    await contents(page).getByRole('link', { name: 'Sección anterior: Cerrar el ejercicio' }).click()
    await expectArrived(page, 'Cerrar el ejercicio')

    // To a section of another manual, by a link in the text.
    await page.getByRole('article').getByRole('link', { name: 'amortización' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inmovilizado')
    await expect(page).toHaveURL(/inmovilizado#generar-amortizacion$/)
    await expect(page.locator('#generar-amortizacion')).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contabilidad')
    await expectArrived(page, 'Cerrar el ejercicio')
    expect(reads.map((url) => new URL(url).searchParams.get('enlace'))).toEqual([
      'manuales/contabilidad',
      'manuales/inmovilizado',
    ])

    const neighbours = page.getByRole('navigation', { name: 'Otros documentos' })
    await neighbours.getByRole('link', { name: 'Siguiente Cuentas a Cobrar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cuentas a Cobrar')
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(neighbours.getByRole('link', { name: 'Anterior Contabilidad' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Dónde está' }).getByRole('link', { name: 'Manuales RE' }).click()
    await expect(tab(page, 'Manuales RE')).toHaveAttribute('aria-selected', 'true')
  })

  test('opens where the address says, which follows the reader and can be copied', async ({
    page,
    context,
    beginSession,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSession()
    await page.goto('manuales/contabilidad#ejecutar-cierre')
    await expectArrived(page, 'Ejecutar y deshacer el cierre')
    await expect(contents(page).locator('[aria-current]')).toHaveText('Cerrar el ejercicio')
    await page.mouse.move(900, 500)
    await expect(async () => {
      await page.mouse.wheel(0, 300)
      await expect(page).toHaveURL(/#abrir-ejercicio$/, { timeout: patient(1000) })
    }).toPass()
    await expect(contents(page).locator('[aria-current]')).toHaveText(/^Abrir el ejercicio nuevo/)
    await page.getByRole('link', { name: 'Copiar el enlace a «Bloquear periodos»' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Se ha copiado el enlace' })).toBeVisible()
    await expectArrived(page, 'Bloquear periodos')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    expect(page.url()).toMatch(/\/manuales\/contabilidad#bloquear-periodos$/)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page).toHaveURL(/\/manuales\/contabilidad$/)
  })

  test(
    'puts sections newer than the installed version last, and says so',
    { tag: '@long' },
    async ({ page, beginSession, expectAccessible }) => {
      await beginSession(NURIA)
      await page.goto('manuales/impuestos')
      await expect(page.getByText('En versiones posteriores a V030, la suya')).toBeVisible()
      const sections = page.getByRole('article').getByRole('heading', { level: 2 })
      await expect(sections.last()).toHaveText('VERI*FACTU')
      await expect(page.getByText('Disponible desde V031; usted tiene V030.')).toHaveCount(1)
      await expect(contents(page).getByRole('listitem').last()).toHaveText(/Desde V031$/)
      await expectAccessible()
      await page.goto('manuales/arrendamientos#rent-roll-a-fecha')
      await expectArrived(page, 'Rent roll a una fecha pasada')
      await expect(page.getByText('Disponible desde V031; usted tiene V030.')).toBeVisible()
    },
  )

  test('leaves sections of the installed version in their place', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('manuales/tesoreria')
    await expect(heading(page, 'Formatos de fichero y direcciones estructuradas')).toBeVisible()
    await expect(page.getByText(/Disponible desde|En versiones posteriores/)).toHaveCount(0)
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).last()).not.toHaveText(/^Formatos/)
  })

  test('saves the manual as a PDF, and what changed since the installed version', async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession(NURIA)
    await page.goto('manuales/contabilidad')
    await expectPdf(await saved(page, page.getByRole('button', { name: 'PDF de Contabilidad' })), 'Contabilidad.pdf')
    await page.goto('versiones')
    await page.getByRole('link', { name: 'Lo que cambia para usted' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lo que cambia para usted')
    await expect(heading(page, 'V031')).toBeVisible()
    await expectAccessible()
    await contents(page).getByRole('link', { name: 'Tesorería' }).click()
    await expectArrived(page, 'Tesorería')
    const button = page.getByRole('button', { name: 'PDF de Lo que cambia para usted' })
    await expectPdf(await saved(page, button), 'Lo que cambia para usted.pdf')

    // The work delivered to this client comes first, each item with a link to its row.
    await contents(page).getByRole('link', { name: 'Sus incidencias y desarrollos', exact: true }).click()
    await expectArrived(page, 'Sus incidencias y desarrollos')
    const own = page.getByRole('region', { name: 'Sus incidencias y desarrollos' }).getByRole('listitem')
    await expect(own).toHaveCount(1)
    await expect(own).toContainText('El contrato de alquiler imprime dos veces la cláusula de fianza')
    await expect(own).toContainText('Entregado')
    await own.getByRole('link').click()
    await expect(page).toHaveURL(/\/tickets\/lista\?lista=incidencias&numero=\d+/)
    await expect(page.getByRole('row').filter({ hasText: 'cláusula de fianza' })).toBeVisible()
  })

  test(
    'tells a reader with the newest version that nothing has changed since',
    { tag: '@long' },
    async ({ page, beginSession }) => {
      await beginSession()
      await page.goto('versiones')
      const words = 'Tiene instalada la última versión, V031: no le queda ningún cambio por ver.'
      await expect(page.getByText(words)).toBeVisible()
      await page.goto('versiones/cambios')
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByRole('button', { name: 'PDF de Lo que cambia para usted' })).toHaveCount(0)
    },
  )

  test('prints the whole text and nothing around it', async ({ page, beginSession }) => {
    await beginSession()
    await page.goto('manuales/contabilidad')
    await expect(page.getByRole('article')).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const gone of [
      page.locator('header'),
      page.locator('nav'),
      page.getByRole('searchbox'),
      page.getByRole('button'),
      page.getByRole('link', { name: /^Copiar el enlace/ }),
    ])
      await expect(gone.locator('visible=true')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#cuentas-anuales')).toBeVisible()
    await expect(page.getByText(/^http.*\/public\/manuales\/contabilidad$/)).toBeVisible()
    const link = page.getByRole('article').getByRole('link', { name: 'amortización' })
    const target = await link.evaluate((each) => getComputedStyle(each, '::after').content)
    expect(target).toContain('inmovilizado#generar-amortizacion')
    await expect(page.locator('#cuentas-anuales')).toHaveCSS('color', 'rgb(0, 0, 0)')
  })

  test('fits a phone: the contents open over the text, and wide tables scroll by themselves', async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await beginSession()
    await page.goto('manuales/arrendamientos')
    const entry = contents(page)
      .getByRole('listitem')
      .getByRole('link', { name: 'Resolver los errores más frecuentes' })
    await expect(entry).toBeHidden()
    const toggle = contents(page).getByRole('button', { name: /^Contenido/ })
    await toggle.click()
    await expect(entry).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden()
    await expect(toggle).toBeFocused()
    await toggle.press('Enter')
    await entry.click()
    await expect(entry).toBeHidden()
    await expectArrived(page, 'Resolver los errores más frecuentes')
    await expect(toggle).toHaveText('Resolver los errores más frecuentes')
    const table = page.getByRole('region', { name: 'Tabla de «Resolver los errores más frecuentes»' })
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test.describe('searching', () => {
  test('forgives accents, inflection and slips, and goes by the keyboard alone', async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession(NURIA)
    await page.goto('manuales')
    await searchBox(page).pressSequentially('como cierro el ejercisio')
    const results = page.getByRole('region', { name: 'Resultados de la búsqueda' })
    const first = results.getByRole('listitem').first()
    await expect(first).toContainText('Contabilidad')
    await expect(first.getByRole('link')).toHaveText('Cerrar el ejercicio')
    await expect(first.locator('mark').first()).toHaveText(/^(cierre|cerrar|ejercicio)$/i)
    await expect(results.getByRole('status')).toHaveText(/^\d+ apartados para «como cierro el ejercisio»$/)
    await expect(page).toHaveURL(/\?buscar=como/)
    await expectAccessible()

    await searchBox(page).press('ArrowDown')
    await expect(first.getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(results.getByRole('listitem').nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectArrived(page, 'Cerrar el ejercicio')
    await expect(page).toHaveURL(/\/manuales\/contabilidad#cerrar-el-ejercicio$/)
    await page.goBack()
    await expect(searchBox(page)).toHaveValue('como cierro el ejercisio')
    await expect(first.getByRole('link')).toBeVisible()
    await searchBox(page).press('Escape')
    await expect(searchBox(page)).toHaveValue('')
    await expect(tab(page, 'Manuales RE')).toBeVisible()
    await expect(page).toHaveURL(/\/manuales$/)
  })

  test('stays in the open manual, or goes on in all of them', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession(NURIA)
    await page.goto('manuales/contabilidad?buscar=remesas sepa')
    const results = page.getByRole('region', { name: 'Resultados de la búsqueda' })
    await expect(searchBox(page)).toHaveValue('remesas sepa')
    await results.getByRole('link', { name: 'Buscar «remesas sepa» en todos los manuales' }).click()
    await expect(page).toHaveURL(/\/manuales\?buscar=remesas/)
    await expect(results.getByRole('listitem').first()).toContainText('Tesorería')

    await page.goto('manuales/contabilidad')
    await searchBox(page).fill('prorrata')
    await results.getByRole('link', { name: 'Prorrata de IVA' }).click()
    await expectArrived(page, 'Prorrata de IVA')
    await expect(searchBox(page)).toHaveValue('')
  })

  test(
    'finds nothing of other areas, and says when there is nothing',
    { tag: '@long' },
    async ({ page, beginSession, expectAccessible }) => {
      await beginSession(NURIA)
      await page.goto('manuales?buscar=business central')
      const results = page.getByRole('region', { name: 'Resultados de la búsqueda' })
      await expect(results.getByRole('listitem')).not.toHaveCount(0)
      await expect(results.getByText(/^BC /)).toHaveCount(0)
      await searchBox(page).fill('xyzzyq')
      await expect(results.getByText('Pruebe con otra palabra, o con menos.')).toBeVisible()
      await expect(results.getByRole('status')).toHaveText('No hemos encontrado nada para «xyzzyq»')
      await expect(results.getByRole('link', { name: 'Nuevo Ticket' })).toHaveAttribute('href', /\/tickets\/nuevo$/)
      await expectAccessible()
    },
  )
})

test.describe('while the service is away', () => {
  test.use({ expectedFault: /status of 503|ERR_FAILED/ })

  test('each place says so, and tries again', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    let away = true
    await page.route(/\/api\/(ready|datos|manuales)\b/, (route) => (away ? route.abort() : route.continue()))
    await page.goto('manuales')
    await expect(page.getByText('No se han podido cargar los manuales y las versiones')).toBeVisible()
    await searchBox(page).fill('cerrar')
    await expect(page.getByText('No se ha podido buscar en los manuales')).toBeVisible()
    away = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('region', { name: 'Resultados de la búsqueda' }).getByRole('listitem')).not.toHaveCount(
      0,
    )
    away = true
    await page.goto('manuales/contabilidad')
    await expect(page.getByText('No se ha podido cargar el documento')).toBeVisible()
    away = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contabilidad')
  })
})

test(
  'the interface is English around the Spanish documents',
  { tag: '@long' },
  async ({ page, enter, expectAccessible }) => {
    await enter(NURIA)
    await page.evaluate(() => localStorage.setItem('idioma', 'en'))
    await page.goto('manuales')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manuals and versions')
    await expect(page.getByRole('tab')).toHaveText(['RE manuals', 'This portal', 'RE versions'])
    await page.getByRole('link', { name: 'Read Impuestos' }).click()
    await expect(page.getByText('Available since V031; you have V030.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible()
    await expectAccessible()
  },
)
