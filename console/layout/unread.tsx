import { Button } from '@mantine/core'
import { type LinkProps, Link } from '@tanstack/react-router'
import { CallFailed } from '#browser/client.ts'
import { ErrorState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { usePageTitle } from './page-title.ts'

/** The list that the link leads to. */
type ListLink = LinkProps & { readonly words: string }

interface Props {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** The message if there is no such record. */
  readonly missing: string
  readonly to: ListLink
}

/** A screen whose record could not be read. A missing record is not requested again; a link leads on instead. */
export function Unread({ query: { error, isFetching, refetch }, missing, to }: Props) {
  if (isMissing(error)) return <Missing text={missing} to={to} />
  return (
    <ErrorState wholePage text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()}>
      <WayOn {...to} />
    </ErrorState>
  )
}

export const isMissing = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

/** A screen for a missing record. */
export function Missing({ text, to }: { text: string; to: ListLink }) {
  const { layout } = useMessages()
  usePageTitle(text)
  return (
    <ErrorState wholePage text={text}>
      <p>{layout.missingHint}</p>
      <WayOn {...to} />
    </ErrorState>
  )
}

const WayOn = ({ words, ...link }: ListLink) => (
  <Button variant="default" renderRoot={(props) => <Link {...link} {...props} />}>
    {words}
  </Button>
)
