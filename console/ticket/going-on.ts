import { useSyncExternalStore } from 'react'

const STORED_UNDER = 'consola-siguiente'

const listeners = new Set<() => void>()

/** Whether sending an answer leads to the next ticket: the default, unless this technician chose otherwise in this browser. */
export const goesOn = (): boolean => localStorage.getItem(STORED_UNDER) !== 'no'
export const useGoesOn = (): boolean => useSyncExternalStore(onChange, goesOn)

export function setGoesOn(yes: boolean): void {
  localStorage.setItem(STORED_UNDER, yes ? 'si' : 'no')
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
