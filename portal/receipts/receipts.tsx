import { Button, CloseButton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { Expectation } from '../tickets/expectation.tsx'
import css from './receipts.module.css'
import { putReceiptAway } from './sent-tickets.ts'

/** The receipts of sent tickets, with number and expected answer. Each stays until it is opened or dismissed. */
export function Receipts({ tickets }: { tickets: readonly number[] }) {
  const { receipt: words } = useMessages().tickets
  return (
    <div className={css.receipts}>
      {tickets.map((number) => (
        <div key={number} className={css.receipt} role="group" aria-label={words.label(number)}>
          <IconCircleCheck size={22} aria-hidden className={css.icon} />
          <div className={css.words}>
            <p className={css.title}>{words.title(number)}</p>
            <Expectation about={{ ticket: number }} />
          </div>
          <Button
            size="sm"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to={paths.tickets} params={{ atajo: 'lista' }} search={{ ticket: number }} />
            )}
          >
            {words.open}
          </Button>
          <CloseButton aria-label={words.putAway(number)} onClick={() => putReceiptAway(number)} />
        </div>
      ))}
    </div>
  )
}
