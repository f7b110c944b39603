import { useMasterMessages } from '../messages/masters.ts'
import { Badge } from '../forms/badge.tsx'
import { Choice } from '../forms/choice.tsx'
import type { Activity } from './client-queries.ts'

const VALUES = ['activos', 'bajas'] as const

export const activityOf = (choice: string): Activity =>
  choice === 'activos' ? 'yes' : choice === 'bajas' ? 'no' : undefined

export function ActivityChoice({ choice, onChoice }: { choice: string; onChoice: (choice: string) => void }) {
  const { activity: words } = useMasterMessages()
  return (
    <Choice
      label={words.title}
      value={VALUES.find((one) => one === choice) ?? ''}
      onChange={onChoice}
      options={[
        { value: '', label: words.all },
        { value: 'activos', label: words.active },
        { value: 'bajas', label: words.inactive },
      ]}
    />
  )
}

export function ActivityBadge({ active }: { active: boolean }) {
  const { activity: words } = useMasterMessages()
  return <Badge tone={active ? 'good' : 'quiet'}>{active ? words.isActive : words.isInactive}</Badge>
}
