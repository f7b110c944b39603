import { Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { consoleProblems } from '#contract/console/problems.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { ConfirmedAct } from '../forms/confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useProblemMessages } from '../messages/problems/problems.ts'
import { paths } from '../paths.ts'
import { type ChosenProblem, ProblemChoice } from './problem-choice.tsx'
import styles from './problem-page.module.css'
import { AFTER_PROBLEM, type Suggestion } from './problem-queries.ts'

interface Props {
  readonly group: Suggestion
  readonly onClose: () => void
}

/** Makes a new problem from alike tickets, or adds them to an existing one. */
export function AcceptDialog({ group: { module, tickets }, onClose }: Props) {
  const { suggestions: words, ...problemWords } = useProblemMessages()
  const navigate = useNavigate()
  const form = useForm<{ title: string; isKnown: boolean; problem: ChosenProblem | null }>({
    title: '',
    isKnown: false,
    problem: null,
  })
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const { mutate, isPending } = useAct(consoleProblems.accept, AFTER_PROBLEM)
  const { title, isKnown, problem } = form.fields
  const chosen = tickets.filter(({ number }) => !leftOut.has(number)).map(({ number }) => number)
  const send = () => {
    if (isKnown && !problem) form.wrong({ problem: problemWords.chooseOne }, problemWords.chooseOne)
    else if (chosen.length === 0) showAlert('error', words.nobody)
    else
      mutate(
        {
          problem: isKnown ? (problem?.id ?? null) : null,
          title: isKnown ? '' : title,
          module: module.number,
          tickets: chosen,
        },
        {
          onSuccess: (made) => {
            showAlert('success', words.accepted(made.problem))
            onClose()
            void navigate({ to: paths.problem, params: { problem: String(made.problem) } })
          },
          onError: form.refuse,
        },
      )
  }
  const leave = (ticket: number, isIn: boolean) =>
    setLeftOut((was) => new Set(isIn ? [...was].filter((each) => each !== ticket) : [...was, ticket]))
  return (
    <FormDialog
      title={words.title}
      dirty={form.dirty}
      busy={isPending}
      submit={words.accept}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Checkbox
        label={words.known}
        checked={isKnown}
        onChange={({ currentTarget }) => form.set({ isKnown: currentTarget.checked })}
      />
      {isKnown ? (
        <ProblemChoice
          chosen={problem}
          error={form.problems['problem']}
          onChoose={(one) => form.set({ problem: one })}
        />
      ) : (
        <TextInput
          label={problemWords.name}
          description={words.newTitleHint}
          required
          maxLength={200}
          {...form.text('title')}
        />
      )}
      <fieldset className={styles.tickets}>
        <legend>{words.which}</legend>
        {tickets.map(({ number, title: said, client }) => (
          <div key={number} className={styles.ticket}>
            <Checkbox
              label={`${number} · ${client.name}`}
              description={said}
              checked={!leftOut.has(number)}
              onChange={({ currentTarget }) => leave(number, currentTarget.checked)}
            />
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}

export function DismissDialog({ group: { tickets }, onClose }: Props) {
  const { suggestions: words } = useProblemMessages()
  return (
    <ConfirmedAct
      title={words.title}
      act={words.dismiss}
      endpoint={consoleProblems.dismiss}
      input={{ tickets: tickets.map(({ number }) => number) }}
      stale={AFTER_PROBLEM}
      done={words.dismissed}
      onClose={onClose}
    >
      {words.dismissLead(tickets.length)}
    </ConfirmedAct>
  )
}
