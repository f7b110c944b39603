import { Button, PasswordInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetLinkToken, linkToken } from '#browser/mailed/link-token.ts'
import { consoleSession } from '#contract/console/session.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { LoadingState } from '#ui/states.tsx'
import { call, sentenceOf } from '../api.ts'
import { useForm } from '../forms/use-form.ts'
import type { Words } from '#browser/words.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { Door } from './door.tsx'
import styles from './door.module.css'

const es = {
  title: 'Elija su contraseña',
  of: (name: string, username: string) => `${name} · usuario ${username}`,
  next: 'Contraseña nueva',
  repeated: 'Repita la contraseña',
  submit: 'Guardar la contraseña',
  absent: 'Abra de nuevo el enlace: por seguridad no queda en la dirección de la página.',
  toLogin: 'Ir a la pantalla de entrada',
}
const en: Words<typeof es> = {
  title: 'Choose your password',
  of: (name, username) => `${name} · user ${username}`,
  next: 'New password',
  repeated: 'Repeat the password',
  submit: 'Keep the password',
  absent: 'Open the link again: for safety it does not stay in the address of the page.',
  toLogin: 'Go to the log-in page',
}
const useWords = () => (useLanguage() === 'es' ? es : en)

/** The target of a single-use link: an invitation, or a forgotten password. */
export function PasswordLinkPage() {
  const [token] = useState(linkToken)
  const words = useWords()
  const { owner, refused } = useOwner(token)
  const problem = token === null ? words.absent : refused
  return (
    <Door title={words.title}>
      {problem !== '' ? (
        <>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Link to={paths.login}>{words.toLogin}</Link>
        </>
      ) : token !== null && owner ? (
        <NewPassword token={token} owner={owner} />
      ) : (
        <LoadingState />
      )}
    </Door>
  )
}

type Owner = Data<typeof consoleSession.checkPasswordLink>

function NewPassword({ token, owner }: { token: string; owner: Owner }) {
  const words = useWords()
  const { login } = useMessages()
  const navigate = useNavigate()
  const form = useForm({ next: '', repeated: '' })
  const [waiting, setWaiting] = useState(false)

  async function submit() {
    setWaiting(true)
    try {
      await call(consoleSession.setPassword, { token, ...form.fields })
      forgetLinkToken()
      showAlert('success', words.title)
      void navigate({ to: paths.login, replace: true })
    } catch (error) {
      form.refuse(error)
    }
    setWaiting(false)
  }

  const field = (name: 'next' | 'repeated') => ({
    ...form.text(name),
    label: words[name],
    size: 'md',
    'aria-invalid': form.problems[name] !== undefined,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': login.togglePassword, tabIndex: 0 },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(() => void submit())}>
      <p className={styles.lead}>{words.of(owner.name, owner.username)}</p>
      <input type="text" autoComplete="username" value={owner.username} readOnly hidden />
      <PasswordInput {...field('next')} />
      <PasswordInput {...field('repeated')} />
      <Button type="submit" size="md" loading={waiting}>
        {words.submit}
      </Button>
    </form>
  )
}

function useOwner(token: string | null) {
  const [owner, setOwner] = useState<Owner | null>(null)
  const [refused, setRefused] = useState('')
  useEffect(() => {
    if (token === null) return
    call(consoleSession.checkPasswordLink, { token }).then(setOwner, (error: unknown) => setRefused(sentenceOf(error)))
  }, [token])
  return { owner, refused }
}
