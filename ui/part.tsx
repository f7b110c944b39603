import { type ComponentType, type FC, lazy, useState } from 'react'
import { codeOf } from './network.ts'

/** A component that suspends until its code has been loaded. */
interface Part<Props> {
  readonly Part: FC<Props>
  /** Loads the code ahead of rendering. */
  readonly load: () => Promise<unknown>
}

/** Like `lazy`, but rendered at once if the code is there: React delays anything that has suspended by 300 ms. */
export function part<Props extends object>(fetch: () => Promise<ComponentType<Props>>): Part<Props> {
  let arrived: ComponentType<Props> | null = null
  const load = async () => {
    arrived ??= await codeOf(fetch)
    return arrived
  }
  const Later = lazy(async () => ({ default: await load() }))
  return {
    load,
    Part: (props) => {
      // Fixed while mounted: another component would lose its state.
      const [Shown] = useState<ComponentType<Props>>(() => arrived ?? Later)
      return <Shown {...props} />
    },
  }
}
