import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { asRead } from '#browser/query-client.ts'
import { consoleSavedViews } from '#contract/console/queue/saved-views.ts'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { call, sentenceOf } from '../api.ts'
import { useListMessages } from './list-messages.ts'
import { linkOfSaved } from './saved-view-queries.ts'

/** The target of a saved view's short address: it leads on to the list. */
export function SavedViewPage() {
  const { saving: words } = useListMessages()
  const savedView = Number(useParams({ strict: false }).number)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['saved-view', savedView] as const,
    queryFn: (read) => call(consoleSavedViews.find, { savedView }, asRead(read)),
  })
  if (data) return <Navigate {...linkOfSaved(data)} replace />
  if (error) return <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  return <LoadingState label={words.opening} />
}
