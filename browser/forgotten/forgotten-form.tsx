import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Language } from '#contract/moment.ts'
import styles from './forgotten-form.module.css'
import { forgottenWordsEn } from './forgotten-words-en.ts'
import { forgottenWordsEs } from './forgotten-words-es.ts'
import type { Words } from '../words.ts'

export const forgottenWords = (language: Language): Words<typeof forgottenWordsEs> =>
  language === 'es' ? forgottenWordsEs : forgottenWordsEn

interface Props {
  readonly language: Language
  /** The name typed into the login. */
  readonly username: string
  readonly ask: (username: string) => Promise<unknown>
  readonly sentenceOf: (error: unknown) => string
  /** The person or place to ask if no mail comes. */
  readonly children: ReactNode
}

/** Asks for a link to another password. Its message afterwards does not reveal whether the account exists. */
export function ForgottenForm({ language, username, ask, sentenceOf, children }: Props) {
  const words = forgottenWords(language)
  const [typed, setTyped] = useState(username)
  const [outcome, setOutcome] = useState<{ readonly failure: string } | 'asked' | null>(null)
  const [waiting, setWaiting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    setOutcome(
      await ask(typed.trim()).then(
        () => 'asked' as const,
        (error: unknown) => ({ failure: sentenceOf(error) }),
      ),
    )
    setWaiting(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{words.lead}</p>
      <TextInput
        label={words.name}
        value={typed}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
        size="md"
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setOutcome(null)
        }}
      />
      <Button
        type="submit"
        variant="default"
        size="md"
        loading={waiting}
        disabled={typed.trim() === '' || outcome === 'asked'}
      >
        {words.send}
      </Button>
      <p role="status" className={styles.asked}>
        {outcome === 'asked' && words.asked}
      </p>
      {outcome !== null && outcome !== 'asked' && (
        <p role="alert" className={styles.failed}>
          {outcome.failure}
        </p>
      )}
      {children}
    </form>
  )
}
