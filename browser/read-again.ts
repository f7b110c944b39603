import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Resolves once what an act has made stale has been read again and is on the screen. */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.refetchQueries({ queryKey }, { cancelRefetch: false })
  // The screens hear of it in a task of their own, which was queued before this one.
  await new Promise((resolve) => setTimeout(resolve))
}
