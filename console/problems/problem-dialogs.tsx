import { TextInput } from '@mantine/core'
import { consoleProblems } from '#contract/console/problems.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { digits, useForm } from '../forms/use-form.ts'
import { isMissing } from '../layout/unread.tsx'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { AFTER_PROBLEM, type ProblemView } from './problem-queries.ts'

/** Adds an existing incident to the problem, or makes one for a ticket. */
export function JoinDialog({ problem, onClose }: { problem: number; onClose: () => void }) {
  const words = useProblemMessages()
  const form = useForm({ incident: '', ticket: '' })
  const link = useAct(consoleProblems.link, AFTER_PROBLEM)
  const make = useAct(consoleProblems.makeIncident, AFTER_PROBLEM)
  const { incident, ticket } = form.fields
  const done = (number: number) => {
    showAlert('success', words.joined(number))
    onClose()
  }
  const refuse = (field: 'incident' | 'ticket') => (error: Error) =>
    isMissing(error) ? form.wrong({ [field]: words.notThere }, words.notThere) : form.refuse(error)
  const send = () => {
    if ((incident === '') === (ticket === '')) form.wrong({ incident: words.oneOfTwo }, words.oneOfTwo)
    else if (incident !== '') {
      const number = Number(incident)
      link.mutate({ problem, incident: number }, { onSuccess: () => done(number), onError: refuse('incident') })
    } else
      make.mutate(
        { problem, ticket: Number(ticket) },
        { onSuccess: (made) => done(made.incident), onError: refuse('ticket') },
      )
  }
  return (
    <FormDialog
      title={words.join}
      dirty={form.dirty}
      busy={link.isPending || make.isPending}
      size="sm"
      submit={words.joinIt}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput
        label={words.joinIncident}
        maxLength={12}
        {...digits(form.text('incident'))}
        error={form.problems['incident']}
      />
      <TextInput
        label={words.joinTicket}
        description={words.joinTicketHint}
        maxLength={12}
        {...digits(form.text('ticket'))}
        error={form.problems['ticket']}
      />
    </FormDialog>
  )
}

interface UnlinkProps {
  readonly problem: number
  readonly incident: number
  readonly onClose: () => void
}

/** Asks first, because the incident's customer will read nothing more of the problem. */
export function UnlinkDialog({ problem, incident, onClose }: UnlinkProps) {
  const words = useProblemMessages()
  return (
    <ConfirmedAct
      title={words.unlinkOne(incident)}
      act={words.unlink}
      endpoint={consoleProblems.unlink}
      input={{ problem, incident }}
      stale={AFTER_PROBLEM}
      done={words.unlinked(incident)}
      onClose={onClose}
    >
      {words.unlinkLead}
    </ConfirmedAct>
  )
}

/** Sets the version that mends the problem. The dialog states the consequences first. */
export function MendDialog({ problem, onClose }: { problem: ProblemView; onClose: () => void }) {
  const words = useProblemMessages()
  const form = useForm({ version: problem.mendedVersion ?? '' })
  const { mutate, isPending } = useAct(consoleProblems.change, AFTER_PROBLEM)
  const send = () => {
    const { title, description, workaround, affectedVersions, notes, plannedOn, published, revision } = problem
    mutate(
      {
        problem: problem.id,
        title,
        description,
        workaround,
        affectedVersions,
        notes,
        plannedOn,
        published,
        revision,
        modules: problem.modules.map(({ number }) => number),
        responsible: problem.responsible?.username ?? null,
        state: 'mended',
        mendedVersion: form.fields.version.trim() || null,
      },
      {
        onSuccess: (mended) => {
          showAlert('success', words.mendedIn(mended.mendedVersion ?? ''))
          onClose()
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <FormDialog
      title={words.mend}
      dirty={form.dirty}
      busy={isPending}
      size="sm"
      submit={words.mendIt}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <TextInput
        label={words.mendedVersion}
        description={words.mendedHint}
        required
        maxLength={20}
        {...form.text('version')}
        error={form.problems['mendedVersion']}
      />
      <p>{words.mendMoves(problem.toMend)}</p>
      <p>{problem.published ? words.mendTells(problem.people) : words.mendTellsNobody}</p>
    </FormDialog>
  )
}
