import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from './compressed.ts'

const LONG = 'Remesa rechazada. '.repeat(200)
const json = 'application/json; charset=utf-8'

async function asked(url: string, headers: Record<string, string> = {}) {
  const app = Fastify()
  compressAnswers(app)
  app.get('/list', async (_, reply) => reply.type(json).send(JSON.stringify({ text: LONG })))
  app.get('/huge', async (_, reply) => reply.type(json).send(Buffer.from(JSON.stringify(LONG.repeat(200)))))
  app.get('/short', async (_, reply) => reply.type(json).send('{}'))
  app.get('/page', async (_, reply) => reply.type('text/html; charset=utf-8').send(LONG))
  app.get('/drawing', async (_, reply) => reply.type('image/svg+xml').send(Buffer.from(LONG)))
  app.get('/kept', async (_, reply) => reply.type(json).header('ETag', '"a"').send(JSON.stringify(LONG)))
  app.get('/secret', { config: { answersSecret: true } }, async (_, reply) => reply.type(json).send(LONG))
  const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } })
  return { ...answer, coding: answer.headers['content-encoding'], body: answer.rawPayload }
}

test('a list, a long one and a page travel compressed, as the browser accepts it', async () => {
  const list = await asked('/list')
  expect(list.coding).toBe('br')
  expect(JSON.parse(brotliDecompressSync(list.body).toString())).toEqual({ text: LONG })
  expect(list.headers['content-length']).toBe(String(list.body.length))
  expect(list.headers.vary).toBe('Accept-Encoding')
  const huge = await asked('/huge', { 'accept-encoding': 'gzip;q=0.8, br;q=0' })
  expect(huge.coding).toBe('gzip')
  expect(JSON.parse(gunzipSync(huge.body).toString())).toBe(LONG.repeat(200))
  // A visitor from another site gets the page like everybody.
  expect((await asked('/page', { 'sec-fetch-site': 'cross-site' })).coding).toBe('br')
  expect((await asked('/list', { 'accept-encoding': 'identity' })).body.toString()).toContain(LONG)
  expect((await asked('/kept')).headers.etag).toBe('W/"a"')
})

test.each([
  ['a secret', '/secret', {}],
  ['what another site made the browser ask for', '/list', { 'sec-fetch-site': 'cross-site' }],
  ['what a neighbouring site made it ask for', '/list', { 'sec-fetch-site': 'same-site' }],
  ['what an address typed asks for', '/list', { 'sec-fetch-site': 'none' }],
  ['a few bytes', '/short', {}],
  ['a drawing', '/drawing', {}],
])('%s travels as it is', async (_, url, headers) => {
  expect((await asked(url, headers)).coding).toBeUndefined()
})

test('the screens of the same site are answered compressed', async () => {
  expect((await asked('/list', { 'sec-fetch-site': 'same-origin' })).coding).toBe('br')
})
