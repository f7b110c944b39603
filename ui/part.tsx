import { type ComponentType, type FC, lazy, useState } from 'react'

/** A component whose code arrives later. It suspends until then. */
interface Part<Props> {
  readonly Part: FC<Props>
  /** Fetches the code ahead of the drawing. */
  readonly load: () => Promise<unknown>
}

/** As `lazy`, but drawn at once where the code is there: React holds back for 300 ms whatever has suspended at all. */
export function part<Props extends object>(fetch: () => Promise<ComponentType<Props>>): Part<Props> {
  let arrived: ComponentType<Props> | null = null
  const load = async () => {
    arrived ??= await fetch()
    return arrived
  }
  const Later = lazy(async () => ({ default: await load() }))
  return {
    load,
    Part: (props) => {
      // The same one for as long as it is shown: another would begin anew.
      const [Shown] = useState<ComponentType<Props>>(() => arrived ?? Later)
      return <Shown {...props} />
    },
  }
}
