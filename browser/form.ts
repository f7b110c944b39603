import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { topDialog } from '#ui/dialog-stack.ts'
import { CallFailed } from './client.ts'

/** What is wrong, by field. */
export type Problems = Readonly<Record<string, string>>

export interface FormRules<Fields> {
  /** What can be told to be wrong before anything is sent, by field. */
  readonly check?: (fields: Fields) => Readonly<Record<string, string | null | undefined>>
  /** What is said beside the fields when it is not sent for that; null: the fields say it alone. */
  readonly says?: (problems: Problems) => string | null
}

interface FormWords {
  readonly sentenceOf: (error: unknown) => string
  /** That the marked fields want a look. */
  readonly checkFields: () => string
}

/**
 * The one form of an application: its fields as they stand, what is wrong with each, and sending it once. What the
 * browser can tell to be wrong is said once sending was tried, or the field was left; what the server refused, until the
 * field is changed.
 */
export function formsOf({ sentenceOf, checkFields }: FormWords) {
  return function useForm<Fields extends object>(
    beginning: Fields,
    { check, says = checkFields }: FormRules<Fields> = {},
  ) {
    const [begun, setBegun] = useState(beginning)
    const [fields, setFields] = useState(beginning)
    const [refused, setRefused] = useState<Problems>({})
    const [tried, setTried] = useState(false)
    const [left, setLeft] = useState<readonly string[]>([])
    const [complaints, setComplaints] = useState(0)
    const element = useRef<HTMLFormElement>(null)
    const { busy, sendOnce } = useSending()
    const found = wrongOf(check?.(fields))
    const problems = { ...pick(found, (name) => tried || left.includes(name)), ...refused }

    // Once the fields say what is wrong with them.
    useEffect(() => {
      if (complaints > 0) focusFirstProblem(element.current ?? topDialog() ?? document)
    }, [complaints])

    // What is being put right is not wrong any more until it is sent again.
    const change = (part: object) => {
      setFields((before) => ({ ...before, ...part }))
      setRefused((before) => pick(before, (name) => !(name in part)))
    }
    const put = (name: string, value: unknown) => change({ [name]: value })
    const wrong = (these: Problems, sentence: string | null) => {
      setRefused(these)
      setComplaints((before) => before + 1)
      if (sentence !== null) showAlert('error', sentence)
    }
    const refuse = (error: unknown) => {
      wrong(error instanceof CallFailed ? error.fields : {}, sentenceOf(error))
    }
    return {
      fields,
      set: (part: Partial<Fields>) => change(part),
      /** Changes a field that is known by its name alone. */
      put,
      problems,
      dirty: JSON.stringify(fields) !== JSON.stringify(begun),
      /** It is on its way. */
      busy,
      /** Begins anew. */
      reset: (next: Fields) => {
        setBegun(next)
        setFields(next)
        setRefused({})
        setTried(false)
        setLeft([])
      },
      /** Says what is wrong with a field that somebody has left. */
      leave: (name: keyof Fields & string) => setLeft((before) => [...before, name]),
      /** The properties of a field of text. */
      text: (name: TextField<Fields>): TextFieldProps => ({
        name,
        value: String(fields[name]),
        error: problems[name],
        onChange: ({ currentTarget }) => put(name, currentTarget.value),
      }),
      /** Says what is wrong before it is sent. */
      wrong,
      /** Says what the server found wrong, at each field, and leads to the first one. */
      refuse,
      /** Sends unless it is on its way already; `isHandled` takes the refusals that are not of fields. */
      send: <Data>(act: () => Promise<Data>, onDone: (data: Data) => void, isHandled?: (error: unknown) => boolean) =>
        sendOnce(act, onDone, (error) => {
          if (!isHandled?.(error)) refuse(error)
        }),
      onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (busy) return
        element.current = event.currentTarget
        setTried(true)
        if (Object.keys(found).length > 0) wrong({}, says(found))
        else {
          setRefused({})
          send()
        }
      },
    }
  }
}

/** Something that is sent once, however often it is asked for; who has left meanwhile is told nothing. */
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

const wrongOf = (found: Readonly<Record<string, string | null | undefined>> = {}): Problems =>
  Object.fromEntries(Object.entries(found).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])))

const pick = (problems: Problems, isWanted: (name: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => isWanted(name)))

const focusFirstProblem = (within: ParentNode): void =>
  within.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
