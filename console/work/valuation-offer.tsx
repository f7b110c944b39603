import { AmountRows } from '#browser/valuation/amount-rows.tsx'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { useFormat } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useWorkMessages } from '../messages/work.ts'
import type { ValuationView } from './work-queries.ts'
import valuation from './valuation.module.css'
import styles from './work.module.css'

/** The lines, with the sums that the server calculates. */
export function Amounts({ valuation: { amounts } }: { valuation: ValuationView }) {
  const { valuation: words } = useWorkMessages()
  const language = useLanguage()
  if (amounts === null) return null
  return (
    <table className={valuation.amounts}>
      <caption>{words.lines}</caption>
      <AmountRows amounts={amounts} language={language} words={words} />
    </table>
  )
}

export function History({ valuation: { history } }: { valuation: ValuationView }) {
  const { valuation: words } = useWorkMessages()
  const { money } = figuresIn(useLanguage())
  const { day, dateTime } = useFormat()
  if (history.length === 0) return null
  return (
    <div className={styles.box}>
      <h2 className={styles.boxTitle}>{words.history}</h2>
      <ol className={styles.history}>
        {history.map(({ kind, version, description, total, validUntil, text, by, at }, index) => (
          <li key={index}>
            <strong>{words.event[kind](version)}</strong>{' '}
            <span className={styles.quiet}>
              {by}, {dateTime(at)}
            </span>
            {kind === 'offered' && (
              <p className={styles.text}>
                {[
                  description,
                  total === null ? '' : money(total),
                  validUntil === null ? '' : `${words.validUntil} ${day(validUntil)}`,
                ]
                  .filter((said) => said !== '')
                  .join(' · ')}
              </p>
            )}
            {text !== '' && <p className={styles.text}>{text}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}
