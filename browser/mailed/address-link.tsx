import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Language } from '#contract/moment.ts'
import { LoadingState } from '#ui/states.tsx'
import { forgetLinkToken, linkToken } from './link-token.ts'
import type { Words } from '../words.ts'

const es = {
  title: 'Confirme su dirección',
  lead: (email: string) => `Mientras no la confirme, ${email} no vale.`,
  submit: 'Confirmar la dirección',
  done: (email: string) => `Confirmada: desde ahora vale ${email}.`,
  absent: 'Abra de nuevo el enlace: por seguridad no queda en la dirección de la página.',
}
const en: Words<typeof es> = {
  title: 'Confirm your address',
  lead: (email) => `Until you confirm it, ${email} does not count.`,
  submit: 'Confirm the address',
  done: (email) => `Confirmed: from now on ${email} counts.`,
  absent: 'Open the link again: for safety it does not stay in the address of the page.',
}

export const addressLinkTitle = (language: Language): string => (language === 'es' ? es : en).title

interface Owner {
  readonly name: string
  readonly email: string
}

interface Props<O extends Owner> {
  readonly language: Language
  readonly check: (token: string) => Promise<O>
  readonly confirm: (token: string) => Promise<unknown>
  readonly sentenceOf: (error: unknown) => string
  /** Says whose address it is, and what it is for. */
  readonly renderOwner: (owner: O) => ReactNode
  /** Advice for a link that is no longer valid. */
  readonly advice?: ReactNode
  /** The link to the next place. */
  readonly onward: ReactNode
  /** The class of the sentence of a refusal. */
  readonly problemClass?: string | undefined
}

/** The target of the link that confirms a changed address. Opening it confirms nothing: mail scanners open links. */
export function AddressLink<O extends Owner>(props: Props<O>) {
  const { language, confirm, sentenceOf, renderOwner, advice, onward, problemClass } = props
  const words = language === 'es' ? es : en
  const [token] = useState(linkToken)
  const { owner, refused, refuse } = useOwner(token, props)
  const [step, setStep] = useState<'asked' | 'sending' | 'done'>('asked')
  const problem = token === null && step !== 'done' ? words.absent : refused

  const send = () => {
    if (token === null) return
    setStep('sending')
    confirm(token).then(
      () => {
        forgetLinkToken()
        setStep('done')
      },
      (error: unknown) => {
        refuse(sentenceOf(error))
        setStep('asked')
      },
    )
  }

  if (problem !== '') {
    return (
      <>
        <p role="alert" className={problemClass}>
          {problem}
        </p>
        {advice}
        {onward}
      </>
    )
  }
  if (!owner) return <LoadingState />
  return (
    <>
      {renderOwner(owner)}
      <p role="status">{step === 'done' ? words.done(owner.email) : words.lead(owner.email)}</p>
      {step === 'done' ? (
        onward
      ) : (
        <Button size="md" loading={step === 'sending'} onClick={send}>
          {words.submit}
        </Button>
      )}
    </>
  )
}

function useOwner<O extends Owner>(token: string | null, { check, sentenceOf }: Props<O>) {
  const [owner, setOwner] = useState<O | null>(null)
  const [refused, refuse] = useState('')
  useEffect(() => {
    if (token === null) return
    check(token).then(setOwner, (error: unknown) => refuse(sentenceOf(error)))
  }, [token, check, sentenceOf])
  return { owner, refused, refuse }
}
