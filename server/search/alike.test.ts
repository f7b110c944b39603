import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'

let portal: TestApp
let lucia: string
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  lucia = await portal.enter('LEV-01', 11)
  sonia = await portal.consoleLogIn('sonia')
})
afterAll(() => portal.close())

interface Alike {
  readonly llnumreg: number
  readonly prnreg: number
  readonly titulo: string
  readonly fragmento: string
}

async function alike(cookie: string, texto: string, more: object = {}) {
  const { status, data, raw } = await portal.call(cookie, 'GET', '/consultas/parecidos', { texto, ...more })
  expect(status, raw.body).toBe(200)
  const { tickets, problemas }: { tickets: Alike[]; problemas: Alike[] } = data
  return { tickets, problemas }
}

describe('an open ticket that says the same is among the first', () => {
  // Written in people's style before the search was measured with them: part of an open ticket's title, and a new text
  // about the same.
  test.each([
    [
      'remesa de recibos rechazada por el banco',
      'El banco nos ha vuelto a rechazar la remesa de los recibos de este mes. ¿Qué tenemos que cambiar en el fichero?',
    ],
    [
      'no se puede emitir ninguna factura',
      'Hola, no nos deja facturar: al confirmar sale que la serie está bloqueada por otro usuario y no hay nadie dentro',
    ],
    [
      'reparto de gastos entre portales',
      'Necesito repartir los gastos de la comunidad entre los dos portales y no sé cómo hacerlo por coeficientes.',
    ],
    [
      'saldo de un proveedor descuadrado',
      'Buenos días. El saldo de un proveedor no cuadra con su mayor, sale descuadrado desde hace días.',
    ],
    ['carga inicial de mediciones', 'No consigo cargar las mediciones iniciales de la obra, la carga da error'],
    [
      'no se generan los efectos de una compraventa',
      'Al formalizar la compraventa los efectos no se generan y nos quedamos sin vencimientos',
    ],
    ['el pedido pierde el centro de coste', 'Cuando grabo un pedido se pierde el centro de coste de las líneas'],
    ['listado de morosos omite un portal', 'En el listado de morosos falta un portal entero de la promoción'],
    ['amortización de un local reformado', '¿Cómo se amortiza un local que hemos reformado? La amortización sale mal'],
    ['cierre del ejercicio con obra en curso', 'Dudas con el cierre del ejercicio si todavía hay obra en curso'],
  ])('%s', async (title, text) => {
    const { tickets } = await alike(lucia, text)
    expect(tickets.slice(0, 3).map(({ titulo }) => titulo)).toContainEqual(expect.stringContaining(title))
    expect(tickets.length).toBeLessThan(6)
  })

  test.each([
    'Buenos días, necesito ayuda con una cosa urgente, gracias',
    'Queremos cambiar la contraseña de un usuario que se ha marchado de la empresa',
    'No imprime',
    'La pantalla se queda en blanco en el ordenador nuevo cuando abrimos por la mañana el programa',
    'asdf qwer zxcv',
    'Texto de más de cincuenta caracteres para probar la línea lenta',
    '¿¿??',
    'x',
  ])('nothing says the same as «%s»', async (text) => {
    expect((await alike(lucia, text)).tickets).toEqual([])
  })

  test('it says why, with the words marked and all else escaped', async () => {
    const { rows } = await portal.owner.query(
      `update ticket set title = 'La <b>hormigonera</b> pierde aceite' where number = (
         select max(number) from ticket where client_id = 1001 and installation_code = 'LEV-01' and not accepted and merged_into is null)
       returning number::int as number`,
    )
    const { tickets } = await alike(lucia, 'La hormigonera pierde aceite otra vez')
    expect(tickets[0]).toMatchObject({
      llnumreg: rows[0].number,
      fragmento: 'La &lt;b&gt;<mark>hormigonera</mark>&lt;/b&gt; <mark>pierde</mark> <mark>aceite</mark>',
    })
  })

  test('one that is over, or another’s, is not offered', async () => {
    await portal.owner.query(
      `update ticket set title = 'Apisonadora averiada' , accepted = true, state = 'closed' where number = (
         select min(number) from ticket where client_id = 1001 and accepted)`,
    )
    await portal.owner.query(
      `update ticket set title = 'Apisonadora averiada' where number = (
         select min(number) from ticket where client_id = 1002 and not accepted)`,
    )
    expect((await alike(lucia, 'Apisonadora averiada')).tickets).toEqual([])
  })
})

describe('a problem of the product', () => {
  const record = async (more: object = {}): Promise<number> => {
    const { status, data, raw } = await portal.console(sonia, 'POST', '/problems/create', {
      title: 'El modelo 347 suma dos veces los anticipos',
      description: 'Con facturas de anticipo, el resumen anual por proveedor los cuenta también al regularizarlos.',
      workaround: 'Quite los anticipos del filtro',
      affectedVersions: ['V031'],
      mendedVersion: null,
      modules: [],
      responsible: null,
      notes: 'SECRETO: el índice que falta',
      state: 'confirmed',
      plannedOn: '2026-12-01',
      published: true,
      ...more,
    })
    expect(status, raw.body).toBe(200)
    return data.id
  }
  const TEXT = 'En el modelo 347 los anticipos de proveedores salen sumados dos veces'

  test('is offered with its date and what to do meanwhile, if it is met in their version and module', async () => {
    const id = await record()
    await record({ affectedVersions: ['V030'] })
    await record({ published: false })
    const other = await record({ modules: [(await modules())[0]] })
    const { problemas } = await alike(lucia, TEXT, { modulo: String((await modules())[1]) })
    expect(problemas).toEqual([
      {
        prnreg: id,
        titulo: 'El modelo 347 suma dos veces los anticipos',
        descripcion: expect.stringContaining('resumen anual'),
        solucion: 'Quite los anticipos del filtro',
        versionCorregida: null,
        fechaPrevista: '2026-12-01',
        meAfecta: false,
        fragmento: expect.stringContaining('<mark>'),
      },
    ])
    expect((await alike(lucia, TEXT)).problemas.map(({ prnreg }) => prnreg)).toEqual([other, id])
    expect((await alike(lucia, 'Los anticipos de obra no se regularizan')).problemas).toEqual([])
  })

  test('is not hidden by as many others of another version', async () => {
    const title = 'La apisonadora repite el parte de trabajo'
    const id = await record({ title })
    for (let each = 0; each < 6; each += 1) await record({ title, affectedVersions: ['V030'] })
    const { problemas } = await alike(lucia, 'La apisonadora nos repite cada parte de trabajo')
    expect(problemas.map(({ prnreg }) => prnreg)).toEqual([id])
  })

  test('is marked as one’s own with one press, and taken back with another; nobody else’s mark changes', async () => {
    const id = await record({ title: 'La cuadrilla no se guarda', description: 'Al salir' })
    const andres = await portal.logIn('andres', 'Demo-andres-1')
    const mark = (cookie: string, afecta: boolean, prnreg = id) =>
      portal.call(cookie, 'POST', '/consultas/me_afecta', { prnreg, afecta })
    const isMarked = async (cookie: string) =>
      (await portal.call(cookie, 'GET', '/consultas/problemas_conocidos')).data.find(
        ({ prnreg }: Alike) => prnreg === id,
      ).meAfecta
    expect((await mark(lucia, true)).data).toMatchObject({ prnreg: id, meAfecta: true })
    expect((await mark(lucia, true)).status).toBe(200)
    expect([await isMarked(lucia), await isMarked(andres)]).toEqual([true, false])
    await mark(andres, true)
    expect((await mark(lucia, false)).data).toMatchObject({ meAfecta: false })
    expect([await isMarked(lucia), await isMarked(andres)]).toEqual([false, true])
    const { data } = await portal.console(sonia, 'GET', '/problems', {})
    expect(data.items.find((each: { id: number }) => each.id === id).affected).toEqual([
      { code: 1001, name: expect.any(String), people: ['Andrés Molina'] },
    ])
    const secret = await record({ published: false })
    expect((await mark(lucia, true, secret)).status).toBe(404)
    expect((await mark(lucia, true, 999_999)).status).toBe(404)
  })

  const modules = async (): Promise<number[]> =>
    (await portal.owner.query('select number::int as number from module order by number limit 2')).rows.map(
      ({ number }) => number,
    )
})

test('a text is asked for, and not more than fits into an address', async () => {
  expect((await portal.call(lucia, 'GET', '/consultas/parecidos', {})).status).toBe(422)
  expect((await portal.call(lucia, 'GET', '/consultas/parecidos', { texto: 'a'.repeat(2001) })).status).toBe(400)
  expect((await portal.call(null, 'GET', '/consultas/parecidos', { texto: 'remesa' })).status).toBe(403)
})
