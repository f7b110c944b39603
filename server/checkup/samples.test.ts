import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SHIPPED_CONTENT, readLegalTexts, readSettings } from '../provider-settings.ts'
import digests from './sample-documents.json' with { type: 'json' }
import { digestOf, sampleDocuments, sampleFields } from './samples.ts'

const OF_THE_PORTAL = ['manuals/asistente.md', 'manuals/soporte-online.md']

async function shippedDocuments(): Promise<string[]> {
  const shelves = ['manuals', 'versions'].map(async (shelf) =>
    (await readdir(join(SHIPPED_CONTENT, shelf))).map((name) => `${shelf}/${name}`),
  )
  return (await Promise.all(shelves)).flat().filter((name) => name.endsWith('.md') && !OF_THE_PORTAL.includes(name))
}

test('every document that comes with the product counts as a sample, but the portal’s own', async () => {
  const digest = async (name: string) => digestOf(await readFile(join(SHIPPED_CONTENT, name)))
  const wanted = (await Promise.all((await shippedDocuments()).map(digest))).toSorted()
  // The list in sample-documents.json for the documents as they are now.
  expect(digests).toEqual(wanted)
})

test('a document that the vendor has written or changed is no sample, under whatever name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await sampleDocuments(folder)).toEqual([])
  for (const shelf of ['manuals', 'versions']) {
    await cp(join(SHIPPED_CONTENT, shelf), join(folder, shelf), { recursive: true })
  }
  const all = await shippedDocuments()
  expect((await sampleDocuments(folder)).toSorted()).toEqual(all.toSorted())
  await writeFile(join(folder, 'manuals/ventas.md'), 'Nuestro manual de ventas')
  await rm(join(folder, 'versions'), { recursive: true })
  const left = all.filter((name) => name.startsWith('manuals/') && name !== 'manuals/ventas.md')
  expect((await sampleDocuments(folder)).toSorted()).toEqual(left.toSorted())
})

test('the sample’s values are named by their fields, and one’s own are none', async () => {
  const [settings, legal] = [await readSettings(), await readLegalTexts()]
  expect(sampleFields(settings, legal)).toEqual([
    'provider.name',
    'contact.phone',
    'contact.email',
    'contact.emails.realEstate',
    'contact.emails.apps',
    'contact.emails.bc',
    'contact.emails.technical',
    'contact.suggestions',
    'contact.customerDefender',
    'contact.dataProtection',
    'demos.address',
    'personalData.es',
    'personalData.en',
  ])
  const { openingHours } = settings.contact
  const own = {
    ...settings,
    provider: { name: 'Obra Clara, S.L.' },
    contact: { phone: '918 101 000', email: 'soporte@example-obras.es', emails: {}, openingHours },
    demos: undefined,
  }
  const ours = { ...legal, personalData: { es: ['Escriba a dpo@obraclara.es.'], en: ['Write to dpo@obraclara.es.'] } }
  expect(sampleFields(own, ours)).toEqual([])
})
