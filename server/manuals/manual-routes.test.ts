import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'

let portal: TestApp
let lucia: string
beforeAll(async () => {
  portal = await testApp()
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
})
afterAll(() => portal.close())

test('x', async () => {
  const g = await portal.call(lucia, 'GET', '/datos/manuales.json')
  console.log(g.status, g.raw.headers, g.raw.body.slice(0, 1500))
  const v = await portal.call(lucia, 'GET', '/datos/versiones.json')
  console.log(v.status, v.raw.body.slice(0, 600))
  for (const q of [
    'certificasion',
    'facturasion',
    'arrendamineto',
    'cerr',
    'cerrar el ejercicio',
    'remesas sepa',
    'facturacion electronica',
    'fianza del inquilino',
    'modelo 303',
    'certificasion a origen',
    'contraseña olvidada',
    '¿cómo reclamo un ticket?',
  ]) {
    const t = performance.now()
    const s = await portal.call(lucia, 'GET', '/manuales/buscar', { texto: q })
    console.log(
      q,
      (performance.now() - t).toFixed(1),
      s.data
        .slice(0, 3)
        .map(
          (h: any) =>
            `${h.titulo} › ${h.tituloSeccion}: ${h.fragmento.map((f: any) => (f.resaltado ? `[${f.texto}]` : f.texto)).join('')}`,
        ),
    )
  }
  const r = await portal.call(lucia, 'GET', '/manuales/get_manual', { enlace: 'manuales/contabilidad' })
  console.log(r.status, r.raw.body.length)
  console.log((await portal.call(lucia, 'GET', '/manuales/get_capitulo', { programa: 'CIERRE_EJERCICIO' })).data)
  console.log((await portal.call(lucia, 'GET', '/manuales/get_capitulo', { modulo: 'Ventas' })).data)
  console.log((await portal.call(lucia, 'GET', '/manuales/get_cambios')).data)
  const p = await portal.call(lucia, 'GET', '/consultas/get_documento', { documento: 'manual' })
  console.log(p.status, p.raw.headers, p.raw.rawPayload.length, p.message)
  console.log((await portal.call(lucia, 'POST', '/consultas/download_PDFS', { enlaces: [] })).raw.body)
  console.log((await portal.call(lucia, 'POST', '/consultas/download_PDFS', { enlaces: ['x'] })).raw.body)
  console.log(portal.logged.filter((l) => /document/.test(l)))
})
