import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { reasonOf, StartProblem } from '../start-problem.ts'

/** The reverse proxies whose word on a visitor's address counts. */
export interface TrustedProxies {
  readonly trusts: (address: string) => boolean
  /** Looks the names up again: a container's address changes when it starts anew. A name that is not found keeps its addresses. */
  readonly lookAgain: () => Promise<void>
}

const HOST_NAME = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,62})(?:\.[a-z\d_][a-z\d_-]{0,62})*$/i

export function isProxy(one: string): boolean {
  const [address = '', bits, ...rest] = one.split('/')
  const family = isIP(address)
  if (rest.length > 0) return false
  if (family === 0) return bits === undefined && HOST_NAME.test(address) && !/^[\d.]+$/.test(address)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** @throws StartProblem for a name that leads nowhere */
export async function openTrustedProxies(list: readonly string[], find = addressesOf): Promise<TrustedProxies> {
  const names = list.filter((one) => isIP(one.split('/')[0] ?? '') === 0)
  const found = new Map<string, readonly string[]>()
  for (const name of names) {
    const addresses = await find(name).catch((error: unknown) => {
      throw new StartProblem(
        `TRUSTED_PROXIES: the name ${name} leads to no address (${reasonOf(error)}): correct it, or write the address.`,
      )
    })
    found.set(name, addresses)
  }
  let trusted = blockListOf(list, found)
  return {
    trusts: (address) => {
      const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
      const family = isIP(plain)
      return family !== 0 && trusted.check(plain, family === 6 ? 'ipv6' : 'ipv4')
    },
    async lookAgain() {
      for (const name of names) found.set(name, await find(name).catch(() => found.get(name) ?? []))
      trusted = blockListOf(list, found)
    },
  }
}

const addressesOf = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

function blockListOf(list: readonly string[], found: ReadonlyMap<string, readonly string[]>): BlockList {
  const trusted = new BlockList()
  for (const one of list.flatMap((each) => found.get(each) ?? [each])) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return trusted
}
