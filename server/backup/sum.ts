import { hash } from 'node:crypto'

/** An amount of data, and a digest that does not depend on its order. */
export interface Summed {
  readonly count: number
  readonly bytes: number
  readonly digest: string
}

const MODULUS = 1n << 256n

/**
 * Adds up the digests of single items. Two places hold the same items exactly if their sums are equal, in whatever
 * order they were read.
 */
export class Sum {
  private count = 0
  private bytes = 0
  private total = 0n

  add(thing: Uint8Array | string, bytes = thing.length): void {
    this.count += 1
    this.bytes += bytes
    this.total = (this.total + BigInt(`0x${hash('sha256', thing)}`)) % MODULUS
  }

  get summed(): Summed {
    return { count: this.count, bytes: this.bytes, digest: this.total.toString(16).padStart(64, '0') }
  }
}

export const isSame = (one: Summed, other: Summed): boolean =>
  one.count === other.count && one.bytes === other.bytes && one.digest === other.digest
