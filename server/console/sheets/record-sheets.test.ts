import { expect, onTestFinished, test } from 'vitest'
import { recordingDatabase } from '../../testing/recording-database.ts'
import { secondServer } from '../../testing/second-server.ts'
import { type Answer, testAppForThisTest } from '../../testing/test-app.ts'

type Kind = 'clients' | 'installations' | 'companies' | 'contacts'

/** The desk of a supervisor who loads files. */
async function desk() {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const ask = (path: string, kind: Kind, file: Buffer | string, more: object = {}): Promise<Answer> =>
    portal.console(raul, 'POST', `/record-sheets/${path}`, {
      kind,
      file: Buffer.from(file).toString('base64'),
      ...more,
    })
  const preview = (kind: Kind, file: Buffer | string) => ask('preview', kind, file)
  const load = async (kind: Kind, file: Buffer | string) => {
    const seen = await preview(kind, file)
    expect(seen.status, JSON.stringify(seen.data)).toBe(200)
    return ask('load', kind, file, { seen: seen.data.seen })
  }
  const rows = async (text: string) => (await portal.owner.query(text)).rows
  return { portal, raul, ask, preview, load, rows }
}

const counts = ({ data: { made, changed, same, wrong } }: Answer) => ({ made, changed, same, wrong })
interface Told {
  readonly line: number
  readonly outcome: string
  readonly problems: readonly { readonly field: string | null; readonly said: string }[]
}

const lines = ({ data }: Answer) =>
  data.lines.map(({ line, outcome, problems }: Told) => [
    line,
    outcome,
    ...problems.map(({ field, said }) => [field, said]),
  ])

const CLIENTS =
  'Código;Nombre;Correo;Aplicaciones;Activo\r\n7001;"Obras ""El Álamo"", S.L.";obras@alamo.example;Principal, APPS;Sí\r\n7002;Peñas y Muñoz;;;No\r\n'

test('four files make clients, installations, companies and contacts; the same files again make and double nothing', async () => {
  const { load, rows } = await desk()
  const files: readonly [Kind, string, number][] = [
    ['clients', CLIENTS, 2],
    ['installations', 'Código;Cliente;Versión;Modo de entrada\nALA-01;7001;V031;Firmado\nALA-02;7001;;Limitado\n', 2],
    [
      'companies',
      'Instalación;Código;Nombre;Activa\nALA-01;001;El Álamo;\nALA-01;002;La Encina;No\nALA-02;001;El Álamo;Sí\n',
      3,
    ],
    [
      'contacts',
      'Cliente;Número;Nombre;Correo;Teléfono;Qué tickets ve;Instalaciones y empresas\n' +
        '7001;5;Nuria Peña;nuria@alamo.example;+34 600 000 001;Todos;ALA-01: 001 002 | ALA-02: 001\n' +
        '7001;;Iñaki Gil;inaki@alamo.example;;Los suyos;ALA-01\n',
      2,
    ],
  ]
  for (const [kind, file, made] of files)
    expect(counts(await load(kind, file))).toEqual({ made, changed: 0, same: 0, wrong: 0 })
  const state = async () => ({
    clients: await rows(
      `select client_id::int as code, name, email, areas, active, revision from client where client_id > 7000 order by 1`,
    ),
    installations: await rows(
      `select code, version, entry_mode, active, revision from installation where client_id = 7001 order by 1`,
    ),
    companies: await rows(
      `select installation_code as at, code, name, active from company where client_id = 7001 order by 1, 2`,
    ),
    contacts: await rows(`select contact_id::int as id, name, email, phone, visibility, revision,
      array(select company_code from contact_company y where y.client_id = k.client_id and y.contact_id = k.contact_id order by installation_code, 1) as raises
      from contact k where client_id = 7001 order by 1`),
  })
  const after = await state()
  expect(after).toEqual({
    clients: [
      {
        code: 7001,
        name: 'Obras "El Álamo", S.L.',
        email: 'obras@alamo.example',
        areas: ['main', 'apps'],
        active: true,
        revision: 1,
      },
      { code: 7002, name: 'Peñas y Muñoz', email: '', areas: ['main'], active: false, revision: 2 },
    ],
    installations: [
      { code: 'ALA-01', version: 'V031', entry_mode: 'signed', active: true, revision: 1 },
      { code: 'ALA-02', version: '', entry_mode: 'limited', active: true, revision: 1 },
    ],
    companies: [
      { at: 'ALA-01', code: '001', name: 'El Álamo', active: true },
      { at: 'ALA-01', code: '002', name: 'La Encina', active: false },
      { at: 'ALA-02', code: '001', name: 'El Álamo', active: true },
    ],
    contacts: [
      {
        id: 5,
        name: 'Nuria Peña',
        email: 'nuria@alamo.example',
        phone: '+34 600 000 001',
        visibility: 'client',
        revision: 1,
        raises: ['001', '002', '001'],
      },
      { id: 6, name: 'Iñaki Gil', email: 'inaki@alamo.example', phone: '', visibility: 'own', revision: 1, raises: [] },
    ],
  })
  for (const [kind, file, same] of files)
    expect(counts(await load(kind, file))).toEqual({ made: 0, changed: 0, same, wrong: 0 })
  expect(await state()).toEqual(after)
})

test('a preview changes nothing, says what would change from what to what, and leaves one line of audit', async () => {
  const { preview, rows } = await desk()
  const before = await rows(`select * from client where client_id = 1001`)
  const audited = async () => await rows(`select act, client_id, details from audit where act like '%record-sheets%'`)
  const seen = await preview('clients', 'Código;Nombre;Correo\n1001;Otro nombre;\n7001;Nuevo;\n')
  expect(seen.data.lines).toEqual([
    {
      line: 2,
      name: '1001 · Otro nombre',
      outcome: 'changed',
      changes: [{ field: 'name', from: before[0].name, to: 'Otro nombre' }],
      problems: [],
    },
    { line: 3, name: '7001 · Nuevo', outcome: 'made', changes: [], problems: [] },
  ])
  expect(await rows(`select * from client where client_id = 1001`)).toEqual(before)
  expect(await rows(`select from client where client_id = 7001`)).toEqual([])
  expect(await audited()).toEqual([
    { act: '/console/record-sheets/preview', client_id: null, details: { sheet: 'clients', lines: 2 } },
  ])
})

test('a loaded file leaves an audit line for each record, and one of its own', async () => {
  const { load, rows } = await desk()
  await load('contacts', 'Cliente,Nombre,Correo\n1001,Nuria Peña,nuria.p@levante.example\n')
  const audited = await rows(
    `select client_id::int as client, details from audit where act = '/console/record-sheets/load' order by audit_id`,
  )
  expect(audited).toMatchObject([
    { client: 1001, details: { visibility: 'own' } },
    { client: null, details: { sheet: 'contacts', made: 1, changed: 0, same: 0 } },
  ])
  expect(JSON.stringify(audited)).not.toMatch(/Nuria|nuria/)
})

test('errors are named by line and column in the words of the masters, and then nothing at all is loaded', async () => {
  const { preview, ask, rows } = await desk()
  const bad =
    'Código;Nombre;Correo;Aplicaciones;Activo\n7001;Bien;;;\nabc;X;;;\n7003;;nadie;;\n7004;Y;;Otra;quizá\n7005;Z;nadie;;\n7001;Otra vez;;;\n7006;A;;;;de más\n'
  const seen = await preview('clients', bad)
  expect(lines(seen)).toEqual([
    [2, 'made'],
    [3, 'wrong', ['code', 'Un número entero, sin puntos ni espacios']],
    [4, 'wrong', ['name', 'Obligatorio']],
    [5, 'wrong', ['areas', 'Se admite: Principal, APPS, BC'], ['active', 'Se admite: Sí, No']],
    [6, 'wrong', ['email', 'Formato email incorrecto']],
    [7, 'wrong', [null, 'Es la misma que la línea 2']],
    [8, 'wrong', [null, 'Tiene más celdas que encabezados: un valor con el separador dentro va entre comillas']],
  ])
  const refused = await ask('load', 'clients', bad, { seen: seen.data.seen })
  expect([refused.status, refused.message]).toEqual([409, 'Hay líneas por corregir: no se ha cargado nada'])
  expect(await rows(`select from client where client_id > 7000`)).toEqual([])

  expect(lines(await preview('installations', 'Código;Cliente\nLEV-01;1002\nN-1;99\ncon espacio;1001\n'))).toEqual([
    [2, 'wrong', ['code', 'Ese código ya existe']],
    [3, 'wrong', ['client', 'No hay ningún cliente con ese código']],
    [4, 'wrong', ['code', 'Letras, cifras, puntos y guiones, sin espacios']],
  ])
  expect(lines(await preview('companies', 'Instalación;Código;Nombre\nNO-01;001;X\n'))).toEqual([
    [2, 'wrong', ['installation', 'No hay ninguna instalación con ese código']],
  ])
  expect(
    lines(
      await preview(
        'contacts',
        'Cliente;Número;Nombre;Correo;Instalaciones y empresas\n1001;;Sin correo;;\n99;1;X;;\n1001;900;X;;NO-01: 001\n1001;901;X;;LEV-01: 001: 002\n',
      ),
    ),
  ).toEqual([
    [2, 'wrong', ['number', 'Ponga el número o el correo: sin ellos no se sabe si ya existe']],
    [3, 'wrong', ['client', 'No hay ningún cliente con ese código']],
    [4, 'wrong', ['places', 'Alguna instalación o empresa no es del cliente']],
    [5, 'wrong', ['places', 'Como LEV-01: 001 002 | LEV-02: 001']],
  ])
})

test('half the columns, and empty cells, leave everything else as it is', async () => {
  const { load, rows } = await desk()
  const contact = () =>
    rows(`select name, email, phone, visibility, active from contact where client_id = 1001 and contact_id = 11`)
  const [before] = await contact()
  expect(
    counts(await load('contacts', 'Cliente;Número;Nombre;Teléfono;Correo\n1001;11;Lucía Ferrer;600111222;\n')),
  ).toMatchObject({ changed: 1 })
  expect(await contact()).toEqual([{ ...before, name: 'Lucía Ferrer', phone: '600111222' }])
})

test('a file that does something else by now is not loaded, but shown again', async () => {
  const { ask, preview, load, rows } = await desk()
  const file = 'Código;Nombre\n7001;Obras\n'
  const { data } = await preview('clients', file)
  await load('clients', file)
  const refused = await ask('load', 'clients', file, { seen: data.seen })
  expect([refused.status, counts({ ...refused, data: refused.data.current })]).toEqual([
    409,
    { made: 0, changed: 0, same: 1, wrong: 0 },
  ])
  expect(await rows(`select revision from client where client_id = 7001`)).toEqual([{ revision: 1 }])
})

test('twice at once, one is loaded and the other waits its turn or finds nothing to do', async () => {
  const { ask, preview, rows } = await desk()
  const file = [
    'Cliente;Nombre;Correo',
    ...Array.from({ length: 60 }, (_, index) => `1001;Persona ${index};p${index}@levante.example`),
  ].join('\n')
  const { data } = await preview('contacts', file)
  const answers = await Promise.all([1, 2, 3].map(() => ask('load', 'contacts', file, { seen: data.seen })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
  expect(
    await rows(
      `select count(*)::int as persons from contact where client_id = 1001 and email like 'p%@levante.example'`,
    ),
  ).toEqual([{ persons: 60 }])
})

test("files of Excel, of old and new Macs and of programs are read alike; other kinds' files and no files are told apart", async () => {
  const { preview } = await desk()
  const text = 'Código;Nombre;Correo\r\n7001;"Muñoz\r\nhermanos";\r\n\r\n7002;=1+1;\r\n'
  const outcome = [
    [2, 'made'],
    [4, 'made'],
  ]
  const win = Buffer.from(text, 'latin1')
  const mac = Buffer.from(text.replaceAll('\r\n', '\r').replaceAll('ó', '\u0097').replaceAll('ñ', '\u0096'), 'latin1')
  const ways: readonly (Buffer | string)[] = [
    text,
    `\uFEFF${text}`,
    `sep=;\r\n${text}`,
    win,
    mac,
    text.replaceAll(';', ','),
    text.replaceAll(';', '\t'),
    Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le'),
    text.replaceAll('\r\n', '\n'),
    text.replace('Código;Nombre', ' codigo* ;NOMBRE:'),
  ]
  for (const way of ways) {
    const seen = await preview('clients', way)
    expect(lines(seen)).toEqual(outcome)
    expect(seen.data.lines[0].name).toBe('7001 · Muñoz hermanos')
  }
  const fault = async (kind: Kind, file: Buffer | string) => {
    const { status, data } = await preview(kind, file)
    return [status, data.errores?.file]
  }
  expect(await fault('clients', '')).toEqual([422, 'El archivo no tiene ninguna línea bajo los encabezados'])
  expect(await fault('clients', 'Código;Nombre\n')).toEqual([
    422,
    'El archivo no tiene ninguna línea bajo los encabezados',
  ])
  expect(await fault('clients', Buffer.from('PK\u0003\u0004...'))).toEqual([
    422,
    'Es un libro de Excel o un archivo que no es de texto: guárdelo como CSV',
  ])
  expect(await fault('clients', 'Código;Nombre\n7001;"Obras\n7002;B\n')).toEqual([
    422,
    'Unas comillas se abren y no se cierran: revise las celdas con comillas',
  ])
  expect(await fault('clients', 'Código;Nombre;Codigo\n1;B;1\n')).toEqual([
    422,
    'El encabezado «Codigo» está dos veces',
  ])
  expect(await fault('clients', 'Instalación;Código;Nombre\nLEV-01;001;X\n')).toEqual([
    422,
    'Parece un archivo de empresas: elija esa clase arriba',
  ])
  expect(await fault('companies', 'Código;Cliente;Versión\nLEV-01;1001;\n')).toEqual([
    422,
    'Parece un archivo de instalaciones: elija esa clase arriba. Faltan columnas: Instalación, Nombre',
  ])
  expect(await fault('clients', 'Código;Nombre\n' + '7001;A\n'.repeat(2001))).toEqual([
    422,
    'Más de 2.000 líneas: pártalo en varios archivos',
  ])
  expect((await preview('clients', 'Código;Nombre;Color\n7001;A;rojo\n')).data.unread).toEqual(['Color'])
})

test('values that begin like formulas come in as text, and as they went out', async () => {
  const { load, rows } = await desk()
  await load(
    'contacts',
    `Cliente;Número;Nombre;Teléfono\n1001;900;"=HYPERLINK(""http://evil.example"")";'+34 600 000 000\n1001;901;X;="0012"\n`,
  )
  expect(
    await rows(`select name, phone from contact where client_id = 1001 and contact_id >= 900 order by contact_id`),
  ).toEqual([
    { name: '=HYPERLINK("http://evil.example")', phone: '+34 600 000 000' },
    { name: 'X', phone: '0012' },
  ])
})

test('contacts without a number get the next one, also beside new ones with a number and in several clients', async () => {
  const { load, preview, rows } = await desk()
  await load('clients', 'Código;Nombre\n7001;A\n7002;B\n')
  const file =
    'Cliente;Número;Nombre;Correo\n7001;;A;a@x.example\n7001;3;B;b@x.example\n7002;;C;a@x.example\n7001;;D;d@x.example\n7001;1;E;e@x.example\n7001;;F;B@x.example\n'
  expect(lines(await preview('contacts', file))).toEqual([
    [2, 'made'],
    [3, 'made'],
    [4, 'made'],
    [5, 'made'],
    [6, 'wrong', [null, 'Es la misma que la línea 2']],
    [7, 'wrong', [null, 'Es la misma que la línea 3']],
  ])
  await load('contacts', file.split('\n').slice(0, 5).join('\n'))
  expect(
    await rows(
      `select client_id::int as client, contact_id::int as contact, name from contact where client_id > 7000 order by 1, 2`,
    ),
  ).toEqual([
    { client: 7001, contact: 1, name: 'A' },
    { client: 7001, contact: 3, name: 'B' },
    { client: 7001, contact: 4, name: 'D' },
    { client: 7002, contact: 1, name: 'C' },
  ])
})

test('a line of a preview costs few statements: somebody waits for two thousand of them', async () => {
  const { portal, raul, load } = await desk()
  const { database: staff, recorded } = recordingDatabase(portal.staff)
  const server = await secondServer(portal, { staff })
  onTestFinished(() => server.close())
  const contacts = (many: number, phone: string) =>
    ['Cliente;Nombre;Correo;Teléfono;Instalaciones y empresas']
      .concat(Array.from({ length: many }, (_, nth) => `1001;Nuevo ${nth};n${nth}@x.example;${phone};LEV-01: 001`))
      .join('\n')
  const statements = async (file: string) => {
    recorded.length = 0
    const { statusCode } = await server.inject({
      method: 'POST',
      url: '/api/console/record-sheets/preview',
      headers: { cookie: raul },
      payload: { kind: 'contacts', file: Buffer.from(file).toString('base64') },
    })
    expect(statusCode).toBe(200)
    return recorded.length
  }
  const forALine = async (phone: string) =>
    ((await statements(contacts(30, phone))) - (await statements(contacts(10, phone)))) / 20
  expect(await forALine('600')).toBeLessThanOrEqual(9)
  await load('contacts', contacts(30, '600'))
  expect(await forALine('600')).toBeLessThanOrEqual(4)
  expect(await forALine('700')).toBeLessThanOrEqual(16)
})
