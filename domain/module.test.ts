import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import stored from '#content/modules.json' with { type: 'json' }
import settings from '#content/settings.json' with { type: 'json' }
import { moduleEntry } from './module.ts'

const modules = z.array(moduleEntry).parse(stored)
const topicOf = (name: string) => modules.find((module) => module.name === name)?.topic

test.each([
  ['Ventas', 'ventas'],
  ['Contabilidad', 'contabilidad'],
  ['Arrendamientos', 'arrendamientos'],
  ['Cuentas a Pagar', 'cuentas-a-pagar'],
  ['Cuentas a Cobrar', 'cuentas-a-cobrar'],
  ['Flujos de Trabajo', 'flujos-de-trabajo'],
  ['Seguimiento Presupuestario', 'seguimiento-presupuestario'],
  ['Configuración', 'configuracion'],
  ['Fuentes Financiación', 'fuentes-financiacion'],
  ['Soporte Documental', 'soporte-documental'],
  ['CRM', 'crm'],
  ['Enlace Sist.Externos', 'enlace-sist-externos'],
  ['Gastos Corrientes', 'gastos-corrientes'],
  ['Tesorería', 'tesoreria'],
  ['Obra', 'construccion'],
  ['Certificaciones', 'construccion'],
  ['Compras de Obra', 'construccion'],
  ['Subcontratas', 'construccion'],
  ['Otros', ''],
])('the assistant knows %s as %j', (name, topic) => {
  expect(topicOf(name)).toBe(topic)
})

test('a topic is empty, shared by the construction modules, or the name in lower case with hyphens', () => {
  for (const { name, topic } of modules) {
    const slug = name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
    expect(['', 'construccion', slug], name).toContain(topic)
  }
})

test('numbers and names are unique', () => {
  expect(new Set(modules.map(({ number }) => number)).size).toBe(modules.length)
  expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length)
})

test('the fixed modules of apps are twelve', () => {
  const apps = modules.filter(({ category }) => category === 'APPS')
  expect(apps).toHaveLength(12)
  expect(apps.every(({ listed }) => listed)).toBe(true)
  expect(apps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Portal del Cliente', 'PosVenta', 'Analytics', 'eVentas']),
  )
})

test('the modules that lists omit', () => {
  expect(modules.filter(({ listed }) => !listed).map(({ name }) => name)).toEqual([
    'Intranet',
    'Conector Apps',
    `${settings.product.name} APPs`,
    'Ticket APPS',
    'Ticket RE',
  ])
})

test.each([
  ['a topic with capitals', { topic: 'Ventas' }],
  ['a topic with accents', { topic: 'tesorería' }],
  ['another category', { category: 'TECNICO' }],
  ['number zero', { number: 0 }],
  ['no name', { name: '' }],
])('the schema refuses %s', (_, change) => {
  expect(moduleEntry.safeParse({ ...modules[0], ...change }).success).toBe(false)
})
