import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { Data, Endpoint, Input } from '#contract/endpoint.ts'
import { actKey } from './act-key.ts'
import { type Call, CallFailed } from './client.ts'

interface Act {
  /** Refetched afterwards, even after a refusal. */
  readonly stale: readonly QueryKey[]
  /** The key of the draft that became this act, so that two tabs send it once. */
  readonly draftKey?: (() => string | null) | undefined
  /** Shows a refusal's record before the refetch. */
  readonly onRefused?: ((client: QueryClient, refusal: CallFailed) => void) | undefined
}

/** An act that happens once, however often it is sent: its key is renewed after each answer of the server. */
export function useKeyedAct<E extends Endpoint>(
  call: Call,
  endpoint: E,
  { stale, draftKey, onRefused }: Act,
): UseMutationResult<Data<E>, Error, Input<E>> {
  const client = useQueryClient()
  const [key] = useState(actKey)
  return useMutation<Data<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input, { idempotencyKey: key.now(draftKey?.()) }),
    // A lost answer says nothing of the act, which may have been a new ticket: it is asked for again, once. What answers a
    // secret has no key.
    retry: (failures, error) =>
      failures < 1 && !endpoint.answersSecret && error instanceof CallFailed && error.status === null,
    onSettled: (_data, error) => {
      key.answered(error)
      if (error instanceof CallFailed) onRefused?.(client, error)
      for (const queryKey of stale) void client.invalidateQueries({ queryKey })
    },
  })
}
