import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallFailed } from '#browser/client.ts'
import type { Data, Endpoint, Input } from '#contract/endpoint.ts'
import { call } from './api.ts'
import { queryClient } from './layout/query-client.ts'

/**
 * An act that happens once, however often it is sent: it keeps its key until the server has answered. Whatever was read
 * under `stale` is read again afterwards, also when the act was refused.
 */
export function useAct<E extends Endpoint>(
  endpoint: E,
  stale: readonly (readonly unknown[])[],
): UseMutationResult<Data<E>, Error, Input<E>> {
  const key = useRef<string>(null)
  return useMutation<Data<E>, Error, Input<E>>({
    mutationFn: (input) => {
      key.current ??= newKey()
      return call(endpoint, input, { idempotencyKey: key.current })
    },
    onSettled: (_data, error) => {
      if (!mayHaveHappened(error)) key.current = null
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** No answer, or a broken one: the act may have been done, and only the same key tells. */
const mayHaveHappened = (error: Error | null): boolean =>
  error instanceof CallFailed && (error.status === null || error.status >= 500)

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
