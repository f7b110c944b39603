import { expect, test } from 'vitest'
import { testAppForThisTest } from '../testing/test-app.ts'
import { isProxy, openTrustedProxies } from './trusted-proxies.ts'

test.each([
  ['127.0.0.1', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['::1', true],
  ['nginx', true],
  ['proxy_1.red-interna.example', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['300.1.1.1', false],
  ['https://nginx', false],
  ['nginx/24', false],
  ['two words', false],
])('%s names a proxy: %s', (one, is) => {
  expect(isProxy(one)).toBe(is)
})

test('a proxy is trusted by address, network and name, and a name follows its address', async () => {
  const addresses = { nginx: ['10.9.0.2', 'fd00::2'], gone: ['10.9.0.3'] }
  const find = (name: string) => {
    const found = Object.entries(addresses).find(([known]) => known === name)
    return found ? Promise.resolve(found[1]) : Promise.reject(new Error('not found'))
  }
  const proxies = await openTrustedProxies(['192.0.2.1', '198.51.100.0/24', 'nginx', 'gone'], find)
  const trusted = () =>
    [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '192.0.2.2',
      '198.51.100.77',
      '10.9.0.2',
      'fd00::2',
      '10.9.0.3',
      '10.9.0.4',
      'unknown',
    ].filter((address) => proxies.trusts(address))
  expect(trusted()).toEqual(['192.0.2.1', '::ffff:192.0.2.1', '198.51.100.77', '10.9.0.2', 'fd00::2', '10.9.0.3'])
  addresses.nginx = ['10.9.0.4']
  Reflect.deleteProperty(addresses, 'gone')
  await proxies.lookAgain()
  expect(trusted()).toEqual(['192.0.2.1', '::ffff:192.0.2.1', '198.51.100.77', '10.9.0.3', '10.9.0.4'])
  await expect(openTrustedProxies(['nowhere'], find)).rejects.toThrow(
    'TRUSTED_PROXIES: the name nowhere leads to no address (not found): correct it, or write the address.',
  )
})

test('a visitor is known by the address that a trusted proxy names, and by nobody else’s word', async () => {
  const { trusts } = await openTrustedProxies(['localhost'])
  const behind = await testAppForThisTest({ dependencies: { trustsProxy: trusts } })
  behind.app.get('/who', async ({ ip }) => ip)
  const ask = async (remoteAddress: string) =>
    (await behind.app.inject({ url: '/who', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } })).body
  expect([await ask('127.0.0.1'), await ask('192.0.2.66')]).toEqual(['203.0.113.9', '192.0.2.66'])
})
