import { NativeSelect } from '@mantine/core'
import { consoleProblems } from '#contract/console/problems.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { type ChosenProblem, ProblemChoice } from './problem-choice.tsx'
import { AFTER_PROBLEM } from './problem-queries.ts'

interface Props {
  readonly ticket: number
  readonly incidents: readonly { readonly number: number; readonly title: string }[]
  readonly onClose: () => void
}

/** From a ticket: adds one of its incidents to a problem, or opens a new one there. */
export function TicketProblemDialog({ ticket, incidents, onClose }: Props) {
  const words = useProblemMessages()
  const form = useForm<{ problem: ChosenProblem | null; incident: string }>({ problem: null, incident: '' })
  const link = useAct(consoleProblems.link, AFTER_PROBLEM)
  const make = useAct(consoleProblems.makeIncident, AFTER_PROBLEM)
  const done = (number: number) => {
    showAlert('success', words.joined(number))
    onClose()
  }
  const send = () => {
    const problem = form.fields.problem?.id
    const incident = Number(form.fields.incident)
    if (problem === undefined) form.wrong({ problem: words.chooseOne }, words.chooseOne)
    else if (incident > 0) link.mutate({ problem, incident }, { onSuccess: () => done(incident), onError: form.refuse })
    else make.mutate({ problem, ticket }, { onSuccess: (made) => done(made.incident), onError: form.refuse })
  }
  return (
    <FormDialog
      title={words.ofTicket}
      dirty={form.dirty}
      busy={link.isPending || make.isPending}
      submit={words.joinIt}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <ProblemChoice
        chosen={form.fields.problem}
        error={form.problems['problem']}
        onChoose={(problem) => form.set({ problem })}
      />
      <NativeSelect
        label={words.chooseIncident}
        value={form.fields.incident}
        onChange={({ currentTarget }) => form.set({ incident: currentTarget.value })}
        data={[
          { value: '', label: words.newIncident },
          ...incidents.map(({ number, title }) => ({ value: String(number), label: `${number} · ${title}` })),
        ]}
      />
    </FormDialog>
  )
}
