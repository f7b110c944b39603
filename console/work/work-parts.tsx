import { Badge } from '@mantine/core'
import { useFormat, useMessages } from '../messages/index.ts'
import { useWorkMessages } from '../messages/work.ts'
import type { ValuationRow, WorkRow } from './work-queries.ts'
import styles from './work.module.css'

const COLOURS: Readonly<Record<WorkRow['state'], string>> = {
  pending: 'gray',
  planned: 'gray',
  'in-progress': 'orange',
  resolved: 'blue',
  clarified: 'blue',
  supervised: 'blue',
  delivered: 'green',
  valuation: 'grape',
  'installed-in-test': 'cyan',
  'installed-in-production': 'green',
  returned: 'red',
  expired: 'gray',
  cancelled: 'gray',
}

/** Its state, and the customer's verdict. */
export function WorkStateBadge({ work: { state, situation, validation, waitingForValidation } }: { work: WorkRow }) {
  const { workState } = useMessages()
  const { lifeLine, validation: words } = useWorkMessages()
  const test = validation ? words[validation] : waitingForValidation ? lifeLine.toValidate : null
  return (
    <span className={styles.badges}>
      <Badge size="sm" tt="none" variant="light" color={COLOURS[state]}>
        {workState[state]}
      </Badge>
      {situation && (
        <Badge size="sm" tt="none" variant="outline" color="gray">
          {situation}
        </Badge>
      )}
      {test && (
        <span className={styles.test} data-validation={validation ?? undefined}>
          {test}
        </span>
      )}
    </span>
  )
}

/** The planned delivery. If its day has passed, a word and a colour say so. */
export function PlannedDay({ work: { plannedDelivery, overdue } }: { work: WorkRow }) {
  const { list: words } = useWorkMessages()
  const { day } = useFormat()
  if (plannedDelivery === null && !overdue) return <span className={styles.quiet}>–</span>
  return (
    <span className={styles.planned} data-overdue={overdue || undefined}>
      {plannedDelivery !== null && <time dateTime={plannedDelivery}>{day(plannedDelivery)}</time>}
      {overdue && <span className={styles.overdue}>{words.overdue}</span>}
    </span>
  )
}

export function DecisionBadge({ valuation: { decision, closedAt, expired } }: { valuation: ValuationRow }) {
  const { valuation: words, list } = useWorkMessages()
  if (decision)
    return (
      <Badge size="sm" tt="none" variant="light" color={decision.decision === 'accepted' ? 'green' : 'red'}>
        {words.decision[decision.decision]}
      </Badge>
    )
  return (
    <Badge size="sm" tt="none" variant="light" color={closedAt ? 'gray' : expired ? 'red' : 'orange'}>
      {closedAt ? list.view.closed : expired ? words.expired : words.undecided}
    </Badge>
  )
}
