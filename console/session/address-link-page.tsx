import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetLinkToken, linkToken } from '#browser/link-token.ts'
import type { Words } from '#browser/words.ts'
import { consoleNewAddress } from '#contract/console/new-address.ts'
import type { Data } from '#contract/endpoint.ts'
import { LoadingState } from '#ui/states.tsx'
import { call, sentenceOf } from '../api.ts'
import { useLanguage } from '../messages/language.ts'
import { paths } from '../paths.ts'
import { Door } from './door.tsx'
import styles from './door.module.css'

const es = {
  title: 'Confirme su dirección',
  of: (name: string, username: string) => `${name} · usuario ${username}`,
  lead: (email: string) =>
    `Los avisos y los enlaces para poner contraseña irán a ${email}. Mientras no la confirme, esa dirección no vale.`,
  submit: 'Confirmar la dirección',
  done: (email: string) => `Confirmada: desde ahora vale ${email}.`,
  absent: 'Abra de nuevo el enlace: por seguridad no queda en la dirección de la página.',
  toLogin: 'Ir a la consola',
}
const en: Words<typeof es> = {
  title: 'Confirm your address',
  of: (name, username) => `${name} · user ${username}`,
  lead: (email) =>
    `Notifications and links for passwords will go to ${email}. Until you confirm it, that address does not count.`,
  submit: 'Confirm the address',
  done: (email) => `Confirmed: from now on ${email} counts.`,
  absent: 'Open the link again: for safety it does not stay in the address of the page.',
  toLogin: 'Go to the console',
}
const useWords = () => (useLanguage() === 'es' ? es : en)

/** The target of the link that confirms a technician's changed address. Opening it confirms nothing: mail scanners open links. */
export function AddressLinkPage() {
  const [token] = useState(linkToken)
  const words = useWords()
  const { owner, refused, refuse } = useOwner(token)
  const [step, setStep] = useState<'asked' | 'sending' | 'done'>('asked')
  const problem = token === null && step !== 'done' ? words.absent : refused

  const confirm = () => {
    if (token === null) return
    setStep('sending')
    call(consoleNewAddress.confirm, { token }).then(
      () => {
        forgetLinkToken()
        setStep('done')
      },
      (error: unknown) => {
        refuse(error)
        setStep('asked')
      },
    )
  }

  return (
    <Door title={words.title}>
      {problem !== '' ? (
        <>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Link to={paths.login}>{words.toLogin}</Link>
        </>
      ) : !owner ? (
        <LoadingState />
      ) : (
        <div className={styles.form}>
          <p className={styles.lead}>{words.of(owner.name, owner.username)}</p>
          <p role="status">{step === 'done' ? words.done(owner.email) : words.lead(owner.email)}</p>
          {step === 'done' ? (
            <Link to={paths.login}>{words.toLogin}</Link>
          ) : (
            <Button size="md" loading={step === 'sending'} onClick={confirm}>
              {words.submit}
            </Button>
          )}
        </div>
      )}
    </Door>
  )
}

type Owner = Data<typeof consoleNewAddress.check>

function useOwner(token: string | null) {
  const [owner, setOwner] = useState<Owner | null>(null)
  const [refused, setRefused] = useState('')
  const refuse = (error: unknown) => setRefused(sentenceOf(error))
  useEffect(() => {
    if (token === null) return
    call(consoleNewAddress.check, { token }).then(setOwner, (error: unknown) => setRefused(sentenceOf(error)))
  }, [token])
  return { owner, refused, refuse }
}
