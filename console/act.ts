import type { QueryKey, UseMutationResult } from '@tanstack/react-query'
import { useKeyedAct } from '#browser/act.ts'
import type { Data, Endpoint, Input } from '#contract/endpoint.ts'
import { call } from './api.ts'

/** An act that happens once, however often it is sent; queries under `stale` are refetched afterwards. */
export const useAct = <E extends Endpoint>(
  endpoint: E,
  stale: readonly QueryKey[],
): UseMutationResult<Data<E>, Error, Input<E>> => useKeyedAct(call, endpoint, { stale })
