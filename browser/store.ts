import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  readonly now: () => Value
  readonly set: (next: Value) => void
  readonly onChange: (listener: () => void) => () => void
  /** The value, for components. */
  readonly use: () => Value
}

/** A value that a whole tab shares, with one setter. */
export function storeOf<Value>(beginning: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let current = beginning
  const now = () => current
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    now,
    set: (next) => {
      current = next
      for (const listener of listeners) listener()
    },
    onChange,
    use: () => useSyncExternalStore(onChange, now),
  }
}
