import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Enrolment, RecoveryCodes } from '#browser/second-factor.tsx'
import type { Data } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { call, sentenceOf } from '../api.ts'
import { useEntranceMessages } from '../messages/language.ts'
import styles from './second-factor-setup.module.css'

export interface NewFactor {
  readonly credentials: { readonly username: string; readonly password: string }
  readonly secret: Data<typeof session.newSecondFactor>
}

type Confirmed = Data<typeof session.confirmSecondFactor>

interface Props {
  readonly factor: NewFactor
  /** The level of its title; `h2` unless given. */
  readonly heading?: 'h2' | 'h3'
  /** The person has seen the recovery codes; the account is set if a session was opened. */
  readonly onDone: (account: Confirmed['account']) => void
}

/** The new secret goes into a phone and a code comes back; then the recovery codes are shown once. */
export function SecondFactorSetup({ factor: { credentials, secret }, heading: Heading = 'h2', onDone }: Props) {
  const { secondFactor: words } = useEntranceMessages()
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const title = confirmed ? words.codesTitle : words.setUp
  return (
    <div className={styles.titled}>
      <Heading key={title} ref={focused} tabIndex={-1} className={styles.title}>
        {title}
      </Heading>
      {confirmed ? (
        <RecoveryCodes
          words={words}
          codes={confirmed.recoveryCodes}
          kept={words.kept}
          onKept={() => onDone(confirmed.account)}
        />
      ) : (
        <Enrolment
          words={words}
          secret={secret}
          link={
            <p>
              <Anchor href={secret.address}>{words.link}</Anchor>
            </p>
          }
          confirm={(verificationCode) => call(session.confirmSecondFactor, { ...credentials, verificationCode })}
          onConfirmed={setConfirmed}
          sentenceOf={sentenceOf}
        />
      )}
    </div>
  )
}

/** The pressed button is gone, and the focus with it. */
const focused = (heading: HTMLElement | null): void => heading?.focus()
