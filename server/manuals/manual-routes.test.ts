import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_CONTENT, type TestApp, testApp } from '../testing/test-app.ts'
import { eventually } from '../testing/eventually.ts'

let portal: TestApp
let content: string
/** Areas RE, APPS and ASPRO, version V031; the same in LEV-02 with V030. */
let lucia: string
/** Area RE alone, version V030. */
let nuria: string

beforeAll(async () => {
  content = await mkdtemp(join(tmpdir(), 'portal-content-'))
  await cp(TEST_CONTENT, content, { recursive: true })
  portal = await testApp({ dependencies: { content } })
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
  nuria = await portal.enter('DUE-01', 21)
})
afterAll(async () => {
  await portal.close()
  await rm(content, { recursive: true, force: true })
})

const get = (path: string, sent: object = {}, cookie: string | null = lucia) => portal.call(cookie, 'GET', path, sent)
const pdfs = (enlaces: unknown, cookie: string | null = lucia) =>
  portal.call(cookie, 'POST', '/consultas/download_PDFS', { enlaces })
async function whileInstalled(installation: string, version: string, act: () => Promise<void>): Promise<void> {
  const {
    rows: [before],
  } = await portal.owner.query<{ version: string }>('select version from installation where code = $1', [installation])
  await portal.owner.query('update installation set version = $2 where code = $1', [installation, version])
  await act()
  await portal.owner.query('update installation set version = $2 where code = $1', [installation, before?.version])
}
/** A JSON file as answered, without envelope. */
const file = async (name: string, cookie = lucia) => (await get(`/datos/${name}.json`, {}, cookie)).raw.json()

const NOT_FOUND = { ok: false, message: 'No se ha encontrado lo que busca', data: { data: null } }
const TITLES = /\/Title \([^)]*\)/g
const PAGES = /\/Type \/Page\b/g

test('nothing is told to who has no session, nor to who came without a signature', async () => {
  const { raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
  const [cookie] = raw.cookies
  const limited = `${cookie?.name}=${cookie?.value}`
  for (const [path, sent] of [
    ['/datos/manuales.json', {}],
    ['/datos/versiones.json', {}],
    ['/datos/versionesBC2016.json', {}],
    ['/datos/versionesBC365.json', {}],
    ['/manuales/get_manual', { enlace: 'manuales/contabilidad' }],
    ['/manuales/buscar', { texto: 'cerrar' }],
    ['/manuales/get_capitulo', {}],
    ['/manuales/get_cambios', {}],
    ['/manuales/get_imagen', { imagen: 'pantalla.png' }],
    ['/consultas/download_manual', {}],
    ['/consultas/get_documento', { documento: 'manual' }],
  ] as const) {
    expect([path, (await get(path, sent, null)).data]).toEqual([path, { codigo: 'sesion' }])
    expect([path, (await get(path, sent, limited)).data]).toEqual([path, { codigo: 'rol' }])
  }
  expect((await pdfs(['manuales/contabilidad'], null)).status).toBe(403)
})

describe('the static data', () => {
  const link = { resumen: '', desde: null }

  test('lists the manuals of the areas that the client has', async () => {
    const all = await file('manuales')
    expect(all.map(({ id, titulo, fecha }: Record<string, string>) => [id, titulo, fecha])).toEqual([
      ['re', 'Manuales RE', '2026-10-20'],
      ['apps', 'Manuales apps', '2026-10-20'],
      ['bc', 'Manuales BC', '2026-10-20'],
      ['portal', 'Este portal', '2026-10-21'],
    ])
    expect(all[0].subtitulos).toEqual([
      {
        subtitulo: 'Gestión comercial',
        enlaces: [{ ...link, nombre: 'Ventas', enlace: 'manuales/ventas', tipo: 'manual' }],
      },
      {
        subtitulo: 'Gestión económica',
        enlaces: [
          {
            nombre: 'Contabilidad',
            enlace: 'manuales/contabilidad',
            tipo: 'manual',
            resumen: 'Asientos y cierre.',
            desde: null,
          },
        ],
      },
    ])
    expect((await file('manuales', nuria)).map(({ id }: { id: string }) => id)).toEqual(['re', 'portal'])
  })

  test('lists the versions, newest first, with typed links', async () => {
    expect(await file('versiones')).toEqual([
      {
        id: 'V031',
        titulo: 'V031',
        fecha: '2026-09-28',
        subtitulos: [
          {
            subtitulo: '',
            enlaces: [
              { ...link, nombre: 'Cambios de la versión V031', enlace: 'versiones/re-v031-cambios', tipo: 'cambio' },
              {
                ...link,
                nombre: 'Cambios del modelo de datos en V031',
                enlace: 'versiones/re-v031-modelo',
                tipo: 'modelo',
              },
            ],
          },
        ],
      },
      {
        id: 'V030',
        titulo: 'V030',
        fecha: '2026-03-16',
        subtitulos: [
          {
            subtitulo: '',
            enlaces: [
              { ...link, nombre: 'Cambios de la versión V030', enlace: 'versiones/re-v030-cambios', tipo: 'cambio' },
            ],
          },
        ],
      },
    ])
    expect(await file('versionesBC2016')).toMatchObject([
      {
        titulo: '9.3',
        fecha: '2026-01-19',
        subtitulos: [{ enlaces: [{ nombre: 'Cambios de la versión 9.3', tipo: 'descarga' }] }],
      },
    ])
    expect(await file('versionesBC2016', nuria)).toEqual([])
    expect((await file('versionesBC365'))[0].subtitulos[0].enlaces[0].tipo).toBe('descarga')
    expect(await file('versionesBC365', nuria)).toEqual([])
  })

  test('is kept by a browser, which asks whether it is still so', async () => {
    const { raw } = await get('/datos/manuales.json')
    expect(raw.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(raw.json()[0]).toMatchObject({ id: 're', titulo: 'Manuales RE' })
    const tag = String(raw.headers.etag)
    for (const known of [tag, `W/${tag}`]) {
      const again = await portal.call(lucia, 'GET', '/datos/manuales.json', {}, { 'if-none-match': known })
      expect([again.status, again.raw.body]).toEqual([304, ''])
    }
    expect((await portal.call(nuria, 'GET', '/datos/manuales.json', {}, { 'if-none-match': tag })).status).toBe(200)
  })

  test('takes nothing but who calls', async () => {
    expect((await get('/datos/manuales.json', { area: 'RE' })).status).toBe(400)
    expect((await get('/datos/manuales.json', { codigoCliente: '1002' })).status).toBe(404)
  })
})

describe('a document', () => {
  test('is read with what came after the installed version marked', async () => {
    const read = (cookie: string) => get('/manuales/get_manual', { enlace: 'manuales/contabilidad' }, cookie)
    const { data } = await read(nuria)
    expect(data).toMatchObject({
      enlace: 'manuales/contabilidad',
      titulo: 'Contabilidad',
      grupo: 'Gestión económica',
      resumen: 'Asientos y cierre.',
      fecha: '2026-10-20',
      version: null,
      versionInstalada: 'V030',
      desde: null,
      posterior: false,
      introduccion: [{ kind: 'paragraph', runs: [{ text: 'La contabilidad de Prisma RE.' }] }],
    })
    const marks = ({ secciones }: { secciones: { id: string; desde: string | null; posterior: boolean }[] }) =>
      secciones.map(({ id, desde, posterior }) => [id, desde, posterior])
    expect(marks(data)).toEqual([
      ['cerrar', null, false],
      ['facturacion', 'V031', true],
    ])
    expect(marks((await read(lucia)).data).at(-1)).toEqual(['facturacion', 'V031', false])
    expect(data.secciones[0].bloques.map(({ kind }: { kind: string }) => kind)).toEqual([
      'list',
      'callout',
      'table',
      'heading',
      'paragraph',
    ])
  })

  test('has links only to what the reader may read', async () => {
    const links = async (cookie: string) => {
      const { data } = await get('/manuales/get_manual', { enlace: 'manuales/soporte-online' }, cookie)
      return data.secciones[0].bloques[0].runs.flatMap((run: { link?: object }) => run.link ?? [])
    }
    const accounting = { document: 'manuales/contabilidad', section: 'cerrar' }
    expect(await links(lucia)).toEqual([accounting, { document: 'manuales/eventas', section: null }])
    expect(await links(nuria)).toEqual([accounting])
  })

  test('of an area that the client does not have is not there, like one that never was', async () => {
    for (const enlace of ['manuales/eventas', 'versiones/bc365-23-1-cambios', 'manuales/no-hay', '../settings']) {
      expect((await get('/manuales/get_manual', { enlace }, nuria)).raw.json()).toEqual(NOT_FOUND)
      expect((await pdfs([enlace], nuria)).raw.json()).toEqual(NOT_FOUND)
      expect((await pdfs(['manuales/contabilidad', enlace], nuria)).raw.json()).toEqual(NOT_FOUND)
    }
    expect((await get('/manuales/get_manual', { enlace: 'manuales/eventas' })).status).toBe(200)
    expect((await get('/manuales/get_manual')).status).toBe(422)
  })
})

describe('search', () => {
  type Found = {
    enlace: string
    seccion: string
    posterior: boolean
    fragmento: { texto: string; resaltado: boolean }[]
  }
  const search = async (sent: object, cookie = lucia): Promise<Found[]> =>
    (await get('/manuales/buscar', sent, cookie)).data
  const places = (found: Found[]) => found.map(({ enlace, seccion }) => `${enlace}#${seccion}`)

  test.each(['facturación', 'FACTURACION', 'facturar', 'facturasion', 'factur', '¿cómo se hace la facturación?'])(
    'finds the section by %s',
    async (texto) => {
      expect(places(await search({ texto }))[0]).toBe('manuales/contabilidad#facturacion')
    },
  )

  test('shows where it was found, and which words', async () => {
    const [first] = await search({ texto: 'ratones' })
    expect(first?.fragmento).toEqual([
      { texto: 'Compruebe los saldos. Pulse Cerrar: con F8, o con el ', resaltado: false },
      { texto: 'ratón', resaltado: true },
      { texto: expect.stringMatching(/^\. El cierre no se deshace solo\. .* Con permiso\.$/), resaltado: false },
    ])
  })

  test('finds nothing of an area that the client does not have', async () => {
    expect(places(await search({ texto: 'reservar móvil' }))).toContain('manuales/eventas#reservar')
    expect(places(await search({ texto: 'reservar móvil' }, nuria))).not.toContain('manuales/eventas#reservar')
    expect(await search({ texto: 'diario' }, nuria)).toEqual([])
  })

  test('is narrowed to an area or to a document', async () => {
    const texto = 'reservar'
    expect(places(await search({ texto, area: 'APPS' }))).toEqual(['manuales/eventas#reservar'])
    expect(places(await search({ texto, enlace: 'manuales/ventas' }))).toEqual(['manuales/ventas#reservar'])
    expect(await search({ texto, area: 'APPS' }, nuria)).toEqual([])
  })

  test('marks what came after the installed version', async () => {
    expect((await search({ texto: 'facturas electrónicas' }, nuria))[0]?.posterior).toBe(true)
    expect((await search({ texto: 'facturas electrónicas' }))[0]?.posterior).toBe(false)
  })

  test('puts notes on versions after manuals that are as good', async () => {
    const found = places(await search({ texto: 'contabilidad' }))
    expect(found[0]).toBe('manuales/contabilidad#cerrar')
    expect(found).toContain('versiones/re-v031-cambios#contabilidad')
  })

  test('beside a ticket in progress stand two sections at most, and none that shares less than two telling words with it', async () => {
    const beside = (texto: string) => search({ texto, redactando: 'true' })
    expect(places(await search({ texto: 'reservar' }))).toContain('manuales/ventas#reservar')
    expect(await beside('reservar')).toEqual([])
    expect(places(await beside('No consigo cerrar el ejercicio: la contabilidad dice que faltan saldos'))).toContain(
      'manuales/contabilidad#cerrar',
    )
    const all = await search({ texto: 'cerrar la contabilidad y facturar' })
    expect(all.length).toBeGreaterThan(2)
    expect((await beside('cerrar la contabilidad y facturar')).length).toBeLessThanOrEqual(2)
    expect(await beside('Texto de más de cincuenta caracteres para probar la línea lenta')).toEqual([])
  })

  test('answers whatever is asked, with nothing where nothing fits', async () => {
    for (const texto of ['de la', '¿?', '#$%', 'xyzzy', 'a'.repeat(200), '* OR 1=1']) {
      expect((await get('/manuales/buscar', { texto })).status).toBe(200)
    }
    expect(await search({ texto: 'de la' })).toEqual([])
    expect((await get('/manuales/buscar', { texto: ' ' })).status).toBe(422)
    expect((await get('/manuales/buscar')).status).toBe(422)
    expect((await get('/manuales/buscar', { texto: 'a'.repeat(201) })).status).toBe(400)
    expect((await get('/manuales/buscar', { texto: 'a', area: 'TECNICO' })).status).toBe(400)
  })
})

describe('the chapter of a program', () => {
  const chapter = async (sent: object = {}, cookie = lucia) => (await get('/manuales/get_capitulo', sent, cookie)).data

  test('is the section that names its code', async () => {
    const found = {
      enlace: 'manuales/contabilidad',
      titulo: 'Contabilidad',
      seccion: 'cerrar',
      tituloSeccion: 'Cerrar el ejercicio',
    }
    expect(await chapter({ programa: 'CIERRE', modulo: 'Ventas' })).toEqual(found)
    expect(await chapter({ programa: 'cierre' })).toEqual(found)
  })

  test('else the manual of its module, the one that is about it before others', async () => {
    const found = { enlace: 'manuales/ventas', titulo: 'Ventas', seccion: null, tituloSeccion: null }
    expect(await chapter({ programa: 'NADA', modulo: 'ventas' })).toEqual(found)
  })

  test('else nothing', async () => {
    expect(await chapter()).toBeNull()
    expect(await chapter({ programa: 'NADA', modulo: 'Formación' })).toBeNull()
    expect(await chapter({ programa: 'ERESERVAS' }, nuria)).toBeNull()
  })

  test('is by default that of the program that the caller came from', async () => {
    const cookie = await portal.enter('LEV-01', 11, { company: '001', program: 'RESERVAS' })
    expect(await chapter({}, cookie)).toMatchObject({ seccion: 'reservar' })
  })
})

describe('what changed for the caller', () => {
  test('are the sections on later versions that are about modules they have, or about none in particular', async () => {
    const { data } = await get('/manuales/get_cambios', {}, nuria)
    expect(data).toMatchObject({ versionInstalada: 'V030', versionNueva: 'V031' })
    expect(data.novedades).toEqual([
      {
        version: 'V031',
        fecha: '2026-09-28',
        incidencias: [
          {
            pcnpet: expect.any(Number),
            pcdes1: 'El contrato de alquiler imprime dos veces la cláusula de fianza',
            estado: 'E',
          },
        ],
        desarrollos: [],
        secciones: [
          {
            enlace: 'versiones/re-v031-cambios',
            id: 'contabilidad',
            titulo: 'Contabilidad',
            desde: null,
            posterior: false,
            bloques: [{ kind: 'paragraph', runs: [{ text: 'El cierre de V031 es más rápido.' }] }],
          },
          expect.objectContaining({ id: 'requisitos' }),
        ],
      },
    ])
  })

  test('are those of every later version, newest first, with the apps for clients who have them', async () => {
    const idaira = await portal.enter('TEI-01', 31)
    await portal.owner.query(`update installation set version = 'V029' where code = 'TEI-01'`)
    const { data } = await get('/manuales/get_cambios', {}, idaira)
    const told = data.novedades.map(({ version, secciones }: { version: string; secciones: { id: string }[] }) => [
      version,
      secciones.map(({ id }) => id),
    ])
    const all = ['contabilidad', 'eventas', 'requisitos']
    expect(told).toEqual([
      ['V031', all],
      ['V030', all],
    ])
  })

  test('are none where the newest is installed', async () => {
    const { data } = await get('/manuales/get_cambios')
    expect(data).toEqual({ versionInstalada: 'V031', versionNueva: 'V031', novedades: [] })
    expect((await pdfs(['cambios'])).raw.json()).toEqual(NOT_FOUND)
  })

  describe('with what was delivered to them', () => {
    type Work = { pcdes1: string; estado: string }
    /** For an installation whose version is V030. */
    let second: string
    beforeAll(async () => {
      second = await portal.enter('LEV-02', 'cliente', { company: '001' })
    })
    const told = async (cookie: string) => {
      const { data } = await get('/manuales/get_cambios', {}, cookie)
      return data.novedades.map(({ version, incidencias, desarrollos }: Record<string, string & Work[]>) => [
        version,
        incidencias?.map(({ pcdes1, estado }) => [estado, pcdes1]),
        desarrollos?.map(({ pcdes1, estado }) => [estado, pcdes1]),
      ])
    }
    const OWN_INCIDENT = ['E', 'El calendario de disposiciones del préstamo promotor salta los meses sin certificación']
    const OWN_DEVELOPMENT = ['E', 'Informe de disposiciones para el banco con la certificación de cada mes']

    test('has that of the installation that was entered from, and nobody else’s', async () => {
      expect(await told(second)).toEqual([['V031', [OWN_INCIDENT], [OWN_DEVELOPMENT]]])
    })

    test('has for an administrator that of the whole client', async () => {
      const andres = await portal.logIn('andres', 'Demo-andres-1')
      await whileInstalled('LEV-01', 'V029', async () => {
        const [newest, older, ...more] = await told(andres)
        expect(more).toEqual([])
        expect(newest[1]).toEqual([
          ['E', 'El asiento de cierre no incluye las cuentas del grupo 8'],
          ['E', 'La remesa de recibos de alquiler duplica la referencia del mandato SEPA'],
          ['Y', 'El cuadro de amortización del inmovilizado redondea mal la última cuota'],
          OWN_INCIDENT,
        ])
        expect(newest[2]).toEqual([
          ['E', 'Cuadro de mando de márgenes por promoción'],
          ['Y', 'Conciliación automática de los recibos de la comunidad'],
          OWN_DEVELOPMENT,
        ])
        expect(older).toEqual([
          'V030',
          [['I', 'La firma del contrato de arras no toma el segundo titular']],
          [['I', 'Plantilla de contrato de arrendamiento con opción de compra']],
        ])
      })
    })

    test('has only their own tickets’ changes for a person who sees only these', async () => {
      await portal.owner.query(`update contact set visibility = 'own' where client_id = 1002 and contact_id = 21`)
      expect(await told(nuria)).toEqual([['V031', [[expect.anything(), expect.stringContaining('fianza')]], []]])
      await portal.owner.query(`update incident_ticket set incident_number = (select number from incident
        where client_id = 1002 and state = 'pending') where client_id = 1002 and incident_number = (select number
        from incident where client_id = 1002 and state = 'delivered')`)
      expect(await told(nuria)).toEqual([['V031', [], []]])
      await portal.owner.query(
        `update contact set visibility = 'installation' where client_id = 1002 and contact_id = 21`,
      )
      expect((await told(nuria))[0][1]).toHaveLength(1)
    })

    test.each(['pending', 'returned', 'cancelled', 'expired', 'valuation'])('has nothing that is %s', async (state) => {
      for (const table of ['incident', 'development']) {
        await portal.owner.query(
          `update ${table} set state = $1 where installation_code = 'LEV-02' and version = 'V031'`,
          [state],
        )
      }
      expect(await told(second)).toEqual([['V031', [], []]])
      for (const table of ['incident', 'development']) {
        await portal.owner.query(
          `update ${table} set state = 'delivered' where installation_code = 'LEV-02' and version = 'V031'`,
        )
      }
    })

    test('has a version that brought nothing else, in the PDF too', async () => {
      const notes = join(content, 'versions', 're-v031-cambios.md')
      const before = await readFile(notes, 'utf8')
      const [front = ''] = before.split('## Contabilidad')
      await writeFile(notes, `${front}## Nada {#nada topics=eventas}\n\nPara otros.\n`)
      await eventually(async () => {
        const { data } = await get('/manuales/get_cambios', {}, nuria)
        expect(data.novedades).toMatchObject([{ incidencias: [{}], secciones: [] }])
      })
      const titles = (await pdfs(['cambios'], nuria)).raw.rawPayload.toString('latin1').match(TITLES)
      expect(titles).toEqual(
        ['Contenido', 'Sus incidencias y desarrollos', 'Incidencias', 'Lo que cambia para usted'].map(
          (each) => `/Title (${each})`,
        ),
      )
      await writeFile(notes, before)
      await eventually(async () => {
        const { data } = await get('/manuales/get_cambios', {}, nuria)
        expect(data.novedades[0].secciones).toHaveLength(2)
      })
    })
  })

  test('come as one PDF', async () => {
    const { raw } = await pdfs(['cambios'], nuria)
    expect(raw.headers['content-disposition']).toBe(
      `attachment; filename="Lo que cambia para usted.pdf"; filename*=UTF-8''Lo%20que%20cambia%20para%20usted.pdf`,
    )
    expect(raw.rawPayload.toString('latin1').match(TITLES)).toEqual(
      [
        'Contenido',
        'Sus incidencias y desarrollos',
        'Incidencias',
        'Contabilidad',
        'Requisitos',
        'Lo que cambia para usted',
      ].map((each) => `/Title (${each})`),
    )
  })
})

describe('PDFs', () => {
  test('are downloads that say how long they are', async () => {
    const answers = [
      await get('/consultas/download_manual'),
      await get('/consultas/get_documento', { documento: 'manual' }),
      await pdfs(['manuales/soporte-online']),
    ]
    for (const { status, raw } of answers) {
      expect(status).toBe(200)
      expect(raw.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(raw.rawPayload.length),
        'content-disposition': `attachment; filename="Soporte online.pdf"; filename*=UTF-8''Soporte%20online.pdf`,
      })
      expect(raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect(raw.rawPayload.equals(answers[0]?.raw.rawPayload ?? Buffer.alloc(0))).toBe(true)
    }
    const guide = await get('/consultas/get_documento', { documento: 'asistente' })
    expect(guide.raw.headers['content-disposition']).toContain('Recomendaciones para el asistente.pdf')
  })

  test('of several documents are one, in the order given, each once', async () => {
    const one = await pdfs(['manuales/ventas', 'manuales/contabilidad', 'manuales/ventas'])
    expect(one.raw.headers['content-disposition']).toContain('Documentacion.pdf')
    const pdf = one.raw.rawPayload.toString('latin1')
    expect(pdf.indexOf('/Title (Ventas)')).toBeGreaterThan(0)
    expect(pdf.indexOf('/Title (Contabilidad)')).toBeGreaterThan(pdf.indexOf('/Title (Ventas)'))
    expect(pdf.match(PAGES)).toHaveLength(4)
  })

  test('are asked for properly', async () => {
    const none = await pdfs([])
    expect([none.status, none.data]).toEqual([422, { errores: { enlaces: 'Obligatorio' } }])
    expect((await pdfs(undefined)).status).toBe(422)
    expect((await pdfs('manuales/ventas')).status).toBe(400)
    expect((await pdfs(Array.from({ length: 31 }, () => 'manuales/ventas'))).status).toBe(400)
    expect((await pdfs(Array.from({ length: 30 }, () => 'manuales/ventas'))).status).toBe(200)
    for (const sent of [{}, { documento: 'otro' }, { documento: 'manual', iaimagen: 'A'.repeat(24) }]) {
      expect((await get('/consultas/get_documento', sent)).status).toBe(400)
    }
  })

  test('and pages are made anew when the file changes, without a restart', async () => {
    const path = join(content, 'manuals', 'ventas.md')
    const before = (await pdfs(['manuales/ventas'])).raw.rawPayload
    const made = (await readdir(portal.pdfs)).length
    await writeFile(path, (await readFile(path, 'utf8')).replace('title: Ventas', 'title: Comercial'))
    await eventually(async () => {
      const { data } = await get('/manuales/get_manual', { enlace: 'manuales/ventas' })
      expect(data.titulo).toBe('Comercial')
    })
    const after = (await pdfs(['manuales/ventas'])).raw.rawPayload
    expect(after.toString('latin1')).toContain('/Title (Comercial)')
    expect(after.equals(before)).toBe(false)
    expect(await readdir(portal.pdfs)).toHaveLength(made + 1)
    expect((await get('/manuales/buscar', { texto: 'vivienda' })).data[0].titulo).toBe('Comercial')
    expect((await get('/datos/manuales.json')).raw.body).toContain('Comercial')
  })
})

describe('a picture', () => {
  test('is given out where a document shows it that the caller may read', async () => {
    const { raw } = await get('/manuales/get_imagen', { imagen: 'pantalla.png' }, nuria)
    expect(raw.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' })
    expect(raw.rawPayload.equals(await readFile(join(content, 'manuals/images/pantalla.png')))).toBe(true)
    expect((await get('/manuales/get_imagen', { imagen: 'apps.png' })).status).toBe(200)
    const photo = await get('/manuales/get_imagen', { imagen: 'foto.jpg' }, nuria)
    expect(photo.raw.headers).toMatchObject({ 'content-type': 'image/jpeg' })
    for (const imagen of ['apps.png', 'no-hay.png', '../ventas.md', '..%2fventas.md', '/etc/passwd']) {
      expect((await get('/manuales/get_imagen', { imagen }, nuria)).raw.json()).toEqual(NOT_FOUND)
    }
  })
})
