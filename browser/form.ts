import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed } from './client.ts'
import { useFirstProblem } from './first-problem.ts'

/** Problems by field. */
export type Problems = Readonly<Record<string, string>>

export interface FormRules<Fields> {
  /** The problems that the browser can find, by field. */
  readonly check?: (fields: Fields) => Readonly<Record<string, string | null | undefined>>
  /** A message beside the fields if they stop the form from being sent; null: the fields' own messages suffice. */
  readonly says?: (problems: Problems) => string | null
  /** Derives the fields that depend on a changed one. */
  readonly fitting?: (fields: Fields) => Fields
}

interface FormWords {
  readonly sentenceOf: (error: unknown) => string
  /** The message that points to the marked fields. */
  readonly checkFields: () => string
}

/**
 * The common form of an application: its fields, their problems, and sending it once. The browser's problems show after a try to
 * send or once the field was left; the server's stay until the field changes.
 */
export function formsOf({ sentenceOf, checkFields }: FormWords) {
  return function useForm<Fields extends object>(
    beginning: Fields,
    { check, says = checkFields, fitting = (next) => next }: FormRules<Fields> = {},
  ) {
    const [begun, setBegun] = useState(beginning)
    const [fields, setFields] = useState(beginning)
    const [refused, setRefused] = useState<Problems>({})
    const [tried, setTried] = useState(false)
    const [left, setLeft] = useState<readonly string[]>([])
    const element = useRef<HTMLFormElement>(null)
    const leadToProblem = useFirstProblem(element)
    const { busy, sendOnce } = useSending()
    const found = wrongOf(check?.(fields))
    const problems = { ...pick(found, (name) => tried || left.includes(name)), ...refused }

    // A field that is being corrected shows no problem until the next try.
    const change = (part: object) => {
      setFields((before) => fitting({ ...before, ...part }))
      setRefused((before) => pick(before, (name) => !(name in part)))
    }
    const put = (name: string, value: unknown) => change({ [name]: value })
    const wrong = (these: Problems, sentence: string | null) => {
      setRefused(these)
      leadToProblem()
      if (sentence !== null) showAlert('error', sentence)
    }
    const refuse = (error: unknown) => {
      wrong(error instanceof CallFailed ? error.fields : {}, sentenceOf(error))
    }
    const attempt = <Outcome>(send: () => Outcome, next = fields): Outcome | undefined => {
      setTried(true)
      const wrongNow = wrongOf(check?.(next))
      if (Object.keys(wrongNow).length > 0) {
        wrong({}, says(wrongNow))
        return undefined
      }
      setRefused({})
      return send()
    }
    return {
      fields,
      set: (part: Partial<Fields>) => change(part),
      /** Changes a field by its name. */
      put,
      problems,
      dirty: JSON.stringify(fields) !== JSON.stringify(begun),
      /** Whether it is being sent. */
      busy,
      /** Starts again. */
      reset: (next: Fields) => {
        setBegun(next)
        setFields(next)
        setRefused({})
        setTried(false)
        setLeft([])
      },
      /** Sends if the browser finds no problem in the fields, or in the given values that they are about to have. */
      attempt,
      /** The form's element, for a form that calls `attempt` itself. */
      element,
      /** Hides the problems until the next try. */
      forgetTry: () => setTried(false),
      /** Shows a field's problem once somebody has left it. */
      leave: (name: keyof Fields & string) => setLeft((before) => [...before, name]),
      /** The properties of a text field. */
      text: (name: TextField<Fields>): TextFieldProps => ({
        name,
        value: String(fields[name]),
        error: problems[name],
        onChange: ({ currentTarget }) => put(name, currentTarget.value),
      }),
      /** Shows the problems before sending. */
      wrong,
      /** Shows the server's problems at their fields and focuses the first. */
      refuse,
      /** Sends, unless a send is in progress; `isHandled` takes refusals that concern no field. */
      send: <Data>(act: () => Promise<Data>, onDone: (data: Data) => void, isHandled?: (error: unknown) => boolean) =>
        sendOnce(act, onDone, (error) => {
          if (!isHandled?.(error)) refuse(error)
        }),
      onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (busy) return
        element.current = event.currentTarget
        attempt(send)
      },
    }
  }
}

/** Sends once, however often it is asked to; after the component is gone nothing is reported. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const under = useRef(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const sendOnce = async <Data>(
    act: () => Promise<Data>,
    onDone: (data: Data) => void,
    onFailed: (error: unknown) => void,
  ): Promise<void> => {
    if (under.current) return
    under.current = true
    setBusy(true)
    const outcome = await act().then(
      (data) => () => onDone(data),
      (error: unknown) => () => onFailed(error),
    )
    under.current = false
    setBusy(false)
    if (here.current) outcome()
  }
  return { busy, sendOnce }
}

/** Ctrl+Enter sends from a field in which Enter starts a new line. */
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

const wrongOf = (found: Readonly<Record<string, string | null | undefined>> = {}): Problems =>
  Object.fromEntries(Object.entries(found).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])))

const pick = (problems: Problems, isWanted: (name: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => isWanted(name)))
