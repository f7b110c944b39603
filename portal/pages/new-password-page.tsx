import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { forgetLinkToken, linkToken } from '#browser/mailed/link-token.ts'
import { session } from '#contract/session.ts'
import { type NewPassword, newPasswordProblems } from '#domain/password-change.ts'
import { showAlert } from '#ui/alerts.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { OwnPage } from '../layout/own-page.tsx'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { passwordSentences } from '../personal-data/password-sentence.ts'
import { SupportContact } from '../session/support-contact.tsx'
import { useForm } from '../use-form.ts'
import css from './new-password-page.module.css'

type LinkState =
  | { readonly is: 'checking' | 'refused' }
  | { readonly is: 'good'; readonly username: string }
  | { readonly is: 'failed'; readonly sentence: string }

/** A client's administrator sets a password by Support's single-use link. */
export function NewPasswordPage() {
  const { newPassword: words } = useMessages().pages
  const [token] = useState(linkToken)
  const [link, setLink] = useState<LinkState>({ is: 'checking' })
  usePageTitle(words.title)
  useEffect(() => {
    if (token === null || link.is !== 'checking') return
    const leaving = new AbortController()
    call(session.checkPasswordLink, { token }, { signal: leaving.signal }).then(
      ({ username }) => setLink({ is: 'good', username }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setLink(isRefusal(error) ? { is: 'refused' } : failed(error))
      },
    )
    return () => leaving.abort()
  }, [token, link.is])

  if (token === null) return <NoLink title={words.absent} text={words.absentNext} />
  switch (link.is) {
    case 'checking':
      return (
        <main>
          <LoadingState label={words.checking} />
        </main>
      )
    case 'failed':
      return (
        <main>
          <ErrorState wholePage text={link.sentence} onRetry={() => setLink({ is: 'checking' })} />
        </main>
      )
    case 'refused':
      return <Refused />
    case 'good':
      return (
        <OwnPage title={words.title}>
          <Form token={token} username={link.username} onRefused={() => setLink({ is: 'refused' })} />
        </OwnPage>
      )
  }
}

function Refused() {
  const { pages, shared } = useMessages()
  const { refused, refusedNext } = pages.newPassword
  return <NoLink title={refused} text={`${shared.session['link-refused']()}. ${refusedNext}`} />
}

/** Advice for somebody without a valid link. */
function NoLink({ title, text }: { title: string; text: ReactNode }) {
  const { pages, entry } = useMessages()
  return (
    <OwnPage title={title}>
      <p>{text}</p>
      <p>{pages.newPassword.contact}</p>
      <SupportContact />
      <Button variant="default" component={Link} to={paths.login}>
        {entry.toLogin}
      </Button>
    </OwnPage>
  )
}

interface FormProps {
  readonly token: string
  readonly username: string
  readonly onRefused: () => void
}

type Field = keyof NewPassword
const FIELDS: readonly Field[] = ['next', 'repeated']

function Form({ token, username, onRefused }: FormProps) {
  const { pages, login, shared } = useMessages()
  const { newPassword: words } = pages
  const { password: labels } = pages.ownData
  const navigate = useNavigate()
  const form = useForm(
    { next: '', repeated: '' },
    { check: (fields) => passwordSentences(newPasswordProblems(fields), shared) },
  )
  const onDone = () => {
    forgetLinkToken()
    showAlert('success', shared.confirmation['password-changed']())
    void navigate({ to: paths.login, state: { username }, replace: true })
  }
  const isOfLink = (error: unknown) => {
    if (!(error instanceof CallFailed && error.status === 401)) return false
    showAlert('error', sentenceOf(error))
    onRefused()
    return true
  }
  const send = () => form.send(() => call(session.setPassword, { token, ...form.fields }), onDone, isOfLink)

  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit(() => void send())}>
      <p>{words.lead}</p>
      {/* Also for password managers: it names the user of this password. */}
      <TextInput label={login.username} value={username} readOnly variant="filled" autoComplete="username" size="md" />
      {FIELDS.map((field) => (
        <PasswordInput
          key={field}
          {...form.text(field)}
          label={labels[field]}
          description={field === 'next' ? labels.rules : undefined}
          autoComplete="new-password"
          size="md"
          required
          withAsterisk={false}
          aria-invalid={form.problems[field] !== undefined}
          onBlur={() => form.leave(field)}
          visibilityToggleButtonProps={{ 'aria-label': labels.toggle(labels[field]), tabIndex: 0 }}
        />
      ))}
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        {words.submit}
      </Button>
    </form>
  )
}

const failed = (error: unknown): LinkState => ({ is: 'failed', sentence: sentenceOf(error) })

/** The server's verdict on the link itself; other failures may be temporary. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallFailed && error.status !== null && error.status < 500 && error.status !== 429
