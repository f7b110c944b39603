import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { Data } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import { session } from '#contract/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call, sentenceOf } from '../api.ts'
import { useEntranceMessages } from '../messages/language.ts'
import { type NewFactor, SecondFactorSetup } from '../session/second-factor-setup.tsx'
import css from './own-data-page.module.css'

interface Props {
  readonly state: NonNullable<Data<typeof ownData.ownDetails>['secondFactor']>
  /** Called after it was switched on or off. */
  readonly onChanged: () => void
  /** Whether leaving would lose the recovery codes or typed text. */
  readonly onDirty: (dirty: boolean) => void
}

/** An administrator's second factor: switched on with a code of the new secret, off with the password and a code. */
export function SecondFactorCard({ state: { username, active, required }, onChanged, onDirty }: Props) {
  const { secondFactor: words, login } = useEntranceMessages()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [factor, setFactor] = useState<NewFactor | null>(null)
  const [waiting, setWaiting] = useState(false)
  const credentials = { username, password }
  const dirty = factor !== null || password !== '' || code !== ''
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  function done() {
    setFactor(null)
    setPassword('')
    setCode('')
    onChanged()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    try {
      if (active) {
        await call(session.removeSecondFactor, { ...credentials, verificationCode: code })
        showAlert('success', words.removed)
        done()
      } else setFactor({ credentials, secret: await call(session.newSecondFactor, credentials) })
    } catch (error) {
      showAlert('error', sentenceOf(error))
    }
    setWaiting(false)
  }

  return (
    <section className={css.card} aria-labelledby="segundo-factor">
      <h2 id="segundo-factor" className={css.title}>
        {words.title}
      </h2>
      <p className={css.text}>{active ? words.on : words.off}</p>
      {factor && <SecondFactorSetup factor={factor} heading="h3" onDone={done} />}
      {active && required && <p className={css.text}>{words.required}</p>}
      {!factor && !(active && required) && (
        <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          <PasswordInput
            label={words.current}
            value={password}
            autoComplete="current-password"
            maxLength={20}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': login.togglePassword, tabIndex: 0 }}
          />
          {active && (
            <TextInput
              className={css.code}
              label={words.codeOrRecovery}
              description={words.codeHint}
              value={code}
              autoComplete="one-time-code"
              maxLength={20}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            variant={active ? 'default' : 'filled'}
            className={css.submit}
            loading={waiting}
            disabled={password === '' || (active && code.trim() === '')}
          >
            {active ? words.remove : words.begin}
          </Button>
        </form>
      )}
    </section>
  )
}
