import { IconListCheck } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { asRead } from '#browser/query-client.ts'
import { FIRST_STEPS, consoleFirstSteps } from '#contract/console/start/first-steps.ts'
import { call } from '../api.ts'
import { MenuEntry } from '../layout/menu-entry.tsx'
import { paths } from '../paths.ts'
import { useFirstStepsMessages } from './first-steps-messages.ts'

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'] as const,
  queryFn: (query) => call(consoleFirstSteps.view, {}, asRead(query)),
  staleTime: 60_000,
})

/** In the menu as long as a step is open, with the number of open ones. */
export function FirstStepsEntry({ onNavigate }: { onNavigate: () => void }) {
  const words = useFirstStepsMessages()
  const { data } = useQuery(firstStepsQuery)
  if (!data || data.done.length === FIRST_STEPS.length) return null
  return (
    <MenuEntry
      icon={IconListCheck}
      words={words.title}
      link={{ to: paths.firstSteps }}
      count={FIRST_STEPS.length - data.done.length}
      onNavigate={onNavigate}
    />
  )
}
