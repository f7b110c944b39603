import { IconCheck, IconX } from '@tabler/icons-react'
import type { LifeLineStep } from '#domain/life-line.ts'
import css from './life-line.module.css'

export interface LifeLineWords {
  readonly label: string
  readonly step: Readonly<Record<LifeLineStep['kind'], string>>
  readonly standing: Readonly<Record<LifeLineStep['standing'], string>>
  /** The standing of a step, for kinds with words of their own. */
  readonly state: Partial<
    Readonly<Record<LifeLineStep['kind'], Partial<Readonly<Record<LifeLineStep['standing'], string>>>>>
  >
  readonly raisedOn: (day: string) => string
  readonly doneOn: (day: string) => string
  readonly planned: (day: string) => string
}

interface Props {
  /** Tells several lines on a page apart. */
  readonly label: string
  readonly steps: readonly LifeLineStep[]
  readonly words: LifeLineWords
  readonly day: (day: string) => string
  /** Further words about a step, such as the version's name. */
  readonly details?: Partial<Readonly<Record<LifeLineStep['kind'], string>>>
  /** Words that replace the usual ones for this line's steps. */
  readonly states?: Partial<Readonly<Record<LifeLineStep['kind'], string>>>
}

/**
 * The way from a question to its installed answer, as one rail: its steps stand side by side if there is room, else below
 * each other. Read aloud it is an ordered list whose words say what colours and marks show.
 */
export const LifeLineRail = ({ label, steps, words, day, details = {}, states = {} }: Props) => (
  <div className={css.frame}>
    <ol className={css.rail} aria-label={label}>
      {steps.map((step) => (
        <li
          key={`${step.kind} ${step.number ?? ''}`}
          className={css.step}
          data-standing={step.standing}
          aria-current={step.standing === 'current' ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden>
            <Mark standing={step.standing} />
          </span>
          <span className={css.words}>
            <strong className={css.name}>
              {[words.step[step.kind], details[step.kind] ?? step.number].filter(Boolean).join(' ')}
            </strong>{' '}
            <span className={css.state}>
              {states[step.kind] ?? words.state[step.kind]?.[step.standing] ?? words.standing[step.standing]}
            </span>{' '}
            <Times step={step} words={words} day={day} />
          </span>
        </li>
      ))}
    </ol>
  </div>
)

function Mark({ standing }: Pick<LifeLineStep, 'standing'>) {
  if (standing === 'done') return <IconCheck size={15} stroke={3} />
  return standing === 'stopped' ? <IconX size={15} stroke={3} /> : null
}

/** The day it was raised or installed; otherwise the planned day. */
function Times({
  step: { kind, standing, on, planned },
  words,
  day,
}: Pick<Props, 'words' | 'day'> & { step: LifeLineStep }) {
  const isDone = kind === 'version' || kind === 'test' || kind === 'production'
  if (on !== null)
    return (
      <time className={css.time} dateTime={on}>
        {isDone ? words.doneOn(day(on)) : words.raisedOn(day(on))}
      </time>
    )
  return (
    planned !== null &&
    standing === 'ahead' && (
      <time className={css.time} dateTime={planned}>
        {words.planned(day(planned))}
      </time>
    )
  )
}
