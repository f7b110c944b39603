import { lookup as resolve } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** The reason why nothing may be sent to an address. */
export class NotOutside extends Error {
  readonly reason: 'inside' | 'insecure'
  constructor(reason: 'inside' | 'insecure') {
    super(`Nothing is sent there: ${reason}`)
    this.reason = reason
  }
}

/** Addresses that belong to nobody on the internet: this machine, private and shared networks, multicast, tunnels into them. */
const INSIDE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv6')

const isInside = (address: string): boolean => {
  const family = isIP(address.replace(/%.*$/, ''))
  return family === 0 || INSIDE.check(address.replace(/%.*$/, ''), family === 6 ? 'ipv6' : 'ipv4')
}

/** The host of an address as the network knows it. */
const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/**
 * Insists that an address is https and names no private network literally. `allowed` are private hosts that the
 * operator has named; for them http will do. The addresses behind a host name are only known at the call:
 * `lookupOutside`.
 * @throws NotOutside
 */
export function insistOnOutside(address: URL, allowed: readonly string[]): void {
  if (allowed.includes(hostIn(address))) return
  if (address.protocol !== 'https:') throw new NotOutside('insecure')
  if (isIP(hostIn(address)) !== 0 && isInside(hostIn(address))) throw new NotOutside('inside')
}

/**
 * Resolves names for a connection, which uses the very addresses that were checked: a name that resolves differently a
 * moment later leads nowhere else. A single private address among several is enough to refuse.
 */
export const lookupOutside =
  (allowed: readonly string[], resolveAll: typeof resolve = resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first) return callback(new Error(`${hostname} has no address`), '')
      if (!allowed.includes(hostname) && addresses.some(({ address }) => isInside(address))) {
        return callback(new NotOutside('inside'), '')
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
