import { Button } from '@mantine/core'
import { problems } from '#contract/problems.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useKeyedAct } from '#browser/act.ts'
import { call, sentenceOf } from '../api.ts'
import { useAlikeMessages } from '../messages/problems/alike.ts'

interface Props {
  readonly problem: number
  readonly title: string
  readonly affectsMe: boolean
}

/** The queries that show whether a problem affects the caller. */
export const KNOWN_PROBLEMS_QUERY = ['known-problems'] as const
export const ALIKE_QUERY = ['alike'] as const

/** «Me afecta»: one press says that the person meets a problem, another one takes it back. */
export function AffectsMe({ problem, title, affectsMe }: Props) {
  const words = useAlikeMessages()
  const { mutate, isPending } = useKeyedAct(call, problems.affectsMe, { stale: [KNOWN_PROBLEMS_QUERY, ALIKE_QUERY] })
  const said = affectsMe ? words.affectsMeNot : words.affectsMe
  return (
    <Button
      aria-label={`${said}: ${title}`}
      size="compact-md"
      variant={affectsMe ? 'default' : 'light'}
      loading={isPending}
      onClick={() =>
        mutate(
          { problem, affectsMe: !affectsMe },
          {
            onSuccess: (now) => showAlert('success', now.affectsMe ? words.marked : words.unmarked),
            onError: (error) => showAlert('error', sentenceOf(error)),
          },
        )
      }
    >
      {said}
    </Button>
  )
}
