import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { part } from '#ui/part.tsx'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { WORK_LISTS, paths } from '../paths.ts'
import { useHeldKeys, useTicketKeys } from './held-keys.ts'
import type { TicketView } from './ticket-queries.ts'
import styles from './ticket-side.module.css'

const NewWorkDialog = part(async () => (await import('../work/new-work-dialog.tsx')).NewWorkDialog).Part
const LinkWorkDialog = part(async () => (await import('../work/link-dialogs.tsx')).LinkWorkDialog).Part
const TicketProblemDialog = part(
  async () => (await import('../problems/ticket-problem-dialog.tsx')).TicketProblemDialog,
).Part
const TicketProblems = part(async () => (await import('../problems/ticket-problems.tsx')).TicketProblems).Part
const NewValuationDialog = part(async () => (await import('../work/new-valuation-dialog.tsx')).NewValuationDialog).Part

type Open = 'incident' | 'development' | 'link' | 'valuation' | 'problem'

/** A ticket's work, with the acts that begin or link some. `number` is the address's. */
export function TicketWork({ view, number }: { view: TicketView; number: number }) {
  const { ticket, client, incidents, developments, valuations } = view
  const { side: words, workState } = useMessages()
  const { day } = useFormat()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const acts: readonly { readonly act: Open; readonly letter: string; readonly words: string }[] = [
    { act: 'incident', letter: 'i', words: words.openWork.incident },
    { act: 'development', letter: 'd', words: words.openWork.development },
    { act: 'link', letter: 'v', words: words.linkWork },
    { act: 'valuation', letter: 'o', words: words.newValuation },
    { act: 'problem', letter: 'b', words: words.problem },
  ]
  const shortcuts = useTicketKeys(number)(
    acts.map(({ act, letter, words }) => ({ keys: letter, group: 'ticket', words, run: () => setOpen(act) })),
  )
  useHeldKeys(number, shortcuts)
  useShortcuts(shortcuts)
  const stateOf = ({ state, plannedDelivery }: TicketView['incidents'][number]) =>
    [workState[state], plannedDelivery && words.planned(day(plannedDelivery))].filter(Boolean).join(' · ')
  const all = [
    ...incidents.map((one) => ({ list: 'incident' as const, ...one, standing: stateOf(one) })),
    ...developments.map((one) => ({ list: 'development' as const, ...one, standing: stateOf(one) })),
    ...valuations.map(({ number, description, standing }) => ({
      list: 'valuation' as const,
      number,
      title: description,
      standing: words.decision[standing],
    })),
  ]
  return (
    <>
      {all.length === 0 ? (
        <p className={styles.quiet}>{words.noWork}</p>
      ) : (
        <ul className={styles.list}>
          {all.map(({ list, number, title, standing }) => (
            <li key={`${list} ${number}`}>
              <Link to={paths.work} params={{ lista: WORK_LISTS[list], number: String(number) }}>
                {words.workName[list](number)}
              </Link>
              {standing}
              <br />
              <span className={styles.quiet}>{title}</span>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        <TicketProblems view={view} />
      </Suspense>
      <div className={styles.acts}>
        {acts.map(({ act, letter, words }) => (
          <Button key={act} size="compact-sm" variant="default" title={letter} onClick={() => setOpen(act)}>
            {words}
          </Button>
        ))}
      </div>
      <Suspense fallback={null}>
        {(open === 'incident' || open === 'development') && (
          <NewWorkDialog key={open} kind={open} ticket={ticket} onClose={close} />
        )}
        {open === 'link' && <LinkWorkDialog ticket={ticket.number} client={client.code} onClose={close} />}
        {open === 'problem' && <TicketProblemDialog ticket={ticket.number} incidents={incidents} onClose={close} />}
        {open === 'valuation' && <NewValuationDialog ticket={ticket.number} onClose={close} />}
      </Suspense>
    </>
  )
}
