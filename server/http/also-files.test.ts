import { expect, test } from 'vitest'
import { ALSO_EXTENSIONS } from '#domain/files/file-choice.ts'
import type { Settings } from '#domain/settings.ts'
import { openFileStore } from '../db/file-store.ts'
import { receiveFiles } from '../mail-in/import-mail.ts'
import { readSettings } from '../provider-settings.ts'
import { archive } from '../testing/zip-archive.ts'
import { type TestApp, answerOf, form, testAppForThisTest } from '../testing/test-app.ts'

const taking = (...also: Settings['files']['also']) => ({
  settings: (given: Settings): Settings => ({ ...given, files: { also } }),
})

interface Sent {
  readonly name: string
  readonly bytes: Uint8Array | string
  readonly mime: string
}

async function send(portal: TestApp, cookie: string, { name, bytes, mime }: Sent, to = STAGE, ticket?: number) {
  const { payload, headers } = form([
    ...(ticket === undefined ? [] : [{ name: 'ticket', value: `${ticket}` }]),
    { name: 'documentos[0][file]', value: Buffer.from(bytes), filename: name, mime },
  ])
  return answerOf(await portal.app.inject({ method: 'POST', url: to, payload, headers: { ...headers, cookie } }))
}

const STAGE = '/api/consultas/subir_documentacion'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const XML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<fe:Facturae xmlns:fe="http://www.facturae.gob.es/formato"><a>Año</a></fe:Facturae>'
const BC3 = '~V|RIB SOFT|FIEBDC-3/2020|PRISMA||ANSI|\n~C|01#||Cimentaci\u00f3n|1200|\n'
const LARGE = 'línea\n'.repeat(400_000)

const file = (name: string, bytes: Uint8Array | string, mime: string): Sent => ({ name, bytes, mime })
const xml = (text: string | Uint8Array) => file('a.xml', text, 'text/xml')
const zip = (...parts: (string | number)[]) => file('a.zip', archive(...parts), 'application/zip')

const SOUND: readonly (readonly [string, Sent])[] = [
  ['an invoice', file('factura.xml', XML, 'application/xml')],
  ['XML in UTF-16', xml(utf16('<?xml version="1.0" encoding="UTF-16"?><a/>'))],
  ['XML without a declaration', xml('\n<a>1 &lt; 2 &#x41;</a>')],
  ['a budget', file('obra.bc3', Buffer.from(BC3, 'latin1'), 'application/octet-stream')],
  ['a budget of old systems', file('obra.BC3', Buffer.from(`${BC3}\u001a`, 'latin1'), '')],
  ['a note', file('nota.txt', 'Año 2026\r\n\tbien', 'text/plain')],
  ['a note in Latin-1', file('nota.txt', Buffer.from('Año', 'latin1'), 'text/plain')],
  ['a note in UTF-16', file('nota.txt', utf16('Año'), 'text/plain')],
  ['a long note', file('log.txt', LARGE, 'text/plain')],
  ['an archive', zip('facturas/', 'facturas/a.xml', 'foto.jpg')],
]

const HARMFUL: readonly (readonly [string, Sent])[] = [
  ['entities', xml('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')],
  ['entities far behind', xml(`<a>${'x'.repeat(1_048_570)}<!DOCTYPE b></a>`)],
  ['entities in UTF-16', xml(utf16('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a/>'))],
  ['a style sheet', xml('<?xml version="1.0"?><?xml-stylesheet href="http://evil.example/a.xsl"?><a/>')],
  ['a page with a script', xml('<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:script/></h:html>')],
  ['one that hides its name', xml('<h:html xmlns:h="http://www.w3.or&#x67;/1999/&#120;html"><h:script/></h:html>')],
  ['another alphabet', xml('<?xml version="1.0" encoding="UTF-7"?><a/>')],
  ['words that are no XML', xml('hola')],
  ['a budget without its record', file('a.bc3', 'C|01#|', '')],
  ['bytes at the end of a note', file('a.txt', `${LARGE}\u0000`, 'text/plain')],
  ['a program', file('a.txt', 'MZ programa', 'text/plain')],
  ['a picture', file('a.txt', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'text/plain')],
  ['an archive in an archive', zip('a.xml', 'b.7z')],
  ['a program in an archive', zip('a.xml', 'factura.pdf.exe')],
  ['a way out of the folder', zip('../../etc/passwd')],
  ['too much when unpacked', zip('a.xml', 300 * 1024 * 1024)],
  ['too many parts', zip(...Array.from({ length: 2001 }, (_, index) => `${index}.xml`))],
  ['an empty archive', zip()],
  ['no archive', file('a.zip', 'hola', 'application/zip')],
  ['a type that is another', file('a.zip', archive('a.xml'), 'text/plain')],
]

test('files that the provider takes beside the list are stored and handed out, and never shown by a browser', async () => {
  const portal = await testAppForThisTest(taking(...ALSO_EXTENSIONS))
  const lucia = await portal.enter('LEV-01', 11)
  for (const [what, sent] of SOUND) {
    const answer = await send(portal, lucia, sent)
    expect([answer.status, answer.message], what).toEqual([200, ''])
    const { raw } = await portal.call(lucia, 'GET', `/consultas/get_documento?iaimagen=${answer.data[0].id_temporal}`)
    expect(raw.rawPayload.equals(Buffer.from(sent.bytes)), what).toBe(true)
    expect(raw.headers['content-disposition']).toMatch(/^attachment; /)
    expect(raw.headers['content-security-policy']).toContain('sandbox')
  }
  for (const [what, sent] of HARMFUL) {
    const answer = await send(portal, lucia, sent)
    expect([answer.status, answer.message], what).toEqual([
      415,
      'Sólo archivos jpg, pdf, png, excels, words, xml, bc3, txt o zip',
    ])
  }
})

test('without the setting none of them is, from customers, technicians and mails', async () => {
  const portal = await testAppForThisTest()
  const lucia = await portal.enter('LEV-01', 11)
  const sonia = await portal.consoleLogIn('sonia')
  const { data } = await portal.call(lucia, 'GET', '/consultas/get_lista')
  const to = ['/api/console/ticket/files', data.items[0].llnumreg] as const
  for (const [what, sent] of SOUND) {
    for (const answer of [await send(portal, lucia, sent), await send(portal, sonia, sent, ...to)]) {
      expect([answer.status, answer.message], what).toEqual([415, 'Sólo archivos jpg, pdf, png, excels o words'])
    }
  }
})

test('one of them alone is taken from technicians and mails likewise', async () => {
  const change = taking('xml')
  const portal = await testAppForThisTest(change)
  const sonia = await portal.consoleLogIn('sonia')
  const lucia = await portal.enter('LEV-01', 11)
  const { data } = await portal.call(lucia, 'GET', '/consultas/get_lista')
  const to = ['/api/console/ticket/files', data.items[0].llnumreg] as const
  expect((await send(portal, sonia, xml(XML), ...to)).status).toBe(200)
  const refused = await send(portal, sonia, zip('a.xml'), ...to)
  expect([refused.status, refused.message]).toEqual([415, 'Sólo archivos jpg, pdf, png, excels, words o xml'])
  const inbox = { files: openFileStore(portal.files), settings: change.settings(await readSettings()) }
  const mailed = [xml(XML), xml('<!DOCTYPE a><a/>'), zip('a.xml')].map((sent) => ({
    ...sent,
    bytes: Buffer.from(sent.bytes),
  }))
  const kept = await receiveFiles(inbox, mailed)
  expect(kept.map(({ file: taken }) => taken?.mime ?? null)).toEqual(['application/xml', null, null])
})
