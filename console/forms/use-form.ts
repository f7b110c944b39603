import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { CallFailed } from '#browser/client.ts'
import { showAlert } from '#ui/alerts.tsx'
import { topDialog } from '#ui/dialog-stack.ts'
import { sentenceOf } from '../api.ts'

/** The fields of a form as they stand, what is wrong with each, and whether anything was changed. */
export function useForm<Fields extends object>(beginning: Fields) {
  const [begun] = useState(beginning)
  const [fields, setFields] = useState(beginning)
  const [problems, setProblems] = useState<CallFailed['fields']>({})

  // What is being put right is not wrong any more until it is sent again.
  const forgive = (names: readonly string[]) =>
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))))
  const set = (part: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...part }))
    forgive(Object.keys(part))
  }
  const field = (name: TextField<Fields>, taken: (typed: string) => string): TextFieldProps => ({
    name,
    value: String(fields[name]),
    error: problems[name],
    onChange: ({ currentTarget: { value } }) => {
      setFields((before) => ({ ...before, [name]: taken(value) }))
      forgive([name])
    },
  })
  const [refusals, setRefusals] = useState(0)
  // Once the fields say what is wrong with them.
  useEffect(() => {
    if (refusals > 0) focusFirstProblem()
  }, [refusals])
  const wrong = (found: CallFailed['fields'], sentence: string) => {
    setProblems(found)
    setRefusals((before) => before + 1)
    showAlert('error', sentence)
  }

  return {
    fields,
    set,
    problems,
    dirty: JSON.stringify(fields) !== JSON.stringify(begun),
    /** The properties of a field of text. */
    text: (name: TextField<Fields>) => field(name, (typed) => typed),
    /** The properties of a field that takes digits alone. */
    digits: (name: TextField<Fields>) => ({
      ...field(name, (typed) => typed.replaceAll(/\D/g, '')),
      inputMode: 'numeric' as const,
      autoComplete: 'off',
    }),
    /** Says what is wrong before it is sent. */
    wrong,
    /** Says what the server found wrong, at each field, and leads to the first one. */
    refuse: (error: unknown) => wrong(error instanceof CallFailed ? error.fields : {}, sentenceOf(error)),
    onSubmit: (send: () => void) => (event: FormEvent) => {
      event.preventDefault()
      setProblems({})
      send()
    },
  }
}

/** Ctrl+Enter sends from a field in which Enter alone begins a line. */
export function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

export interface TextFieldProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}

type TextField<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends string ? Name : never
}[keyof Fields & string]

const focusFirstProblem = (): void =>
  (topDialog() ?? document).querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()
