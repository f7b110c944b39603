import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconMessageQuestion } from '@tabler/icons-react'
import { ROW_ICONS, type RowIcon } from '#domain/ticket.ts'
import { upTo } from '#ui/breakpoints.ts'
import { useMessages } from '../messages/index.ts'
import css from './ticket-icons.module.css'

/** By the priority of spec §4. */
const ICONS = {
  'incident-opened': IconAlertTriangle,
  closed: IconCircleCheck,
  'more-information': IconMessageQuestion,
  'nothing-needed': IconClock,
} as const satisfies Record<RowIcon, unknown>

/** One of the four; in words for people who do not see it, unless the words stand beside it. */
export function RowIconMark({ icon, decorative = false }: { icon: RowIcon; decorative?: boolean }) {
  const { legend } = useMessages().tickets
  const Icon = ICONS[icon]
  const spoken = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': legend[icon] }
  return <Icon className={css.icon} data-icon={icon} size={18} {...spoken} />
}

/** On a phone it unfolds from «?». */
export function Legend() {
  const { legend } = useMessages().tickets
  const isPhone = useMediaQuery(upTo('phone'), false, { getInitialValueInEffect: false })
  if (!isPhone) return <Meanings />
  return (
    <details className={css.folded}>
      <summary aria-label={legend.title}>?</summary>
      <Meanings />
    </details>
  )
}

function Meanings() {
  const { legend } = useMessages().tickets
  return (
    <ul className={css.legend} aria-label={legend.title}>
      {ROW_ICONS.map((icon) => (
        <li key={icon}>
          <RowIconMark icon={icon} decorative />
          {legend[icon]}
        </li>
      ))}
    </ul>
  )
}
