import { AmountRows } from '#browser/valuation/amount-rows.tsx'
import type { ValuationAmounts } from '#domain/valuation/amounts.ts'
import { type ReactNode } from 'react'
import { figuresIn } from '#contract/valuation/amounts.ts'
import { useNow } from '#browser/live/use-now.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import { useValuationMessages } from '../messages/valuations.ts'
import { AreaLink } from '../tickets/area-link.tsx'
import { developmentSearch } from '../tickets/tickets-search.ts'
import type { ValuationView } from './option-queries.ts'
import css from './valuation-dialog.module.css'

/** A valuation's offer first: how much, for what, and until when. */
export function ValuationContent({ view, pdf }: { view: ValuationView; pdf: ReactNode }) {
  const { description, decision, amounts } = view
  const words = useValuationMessages()
  return (
    <div className={css.content}>
      <OfferState view={view} />
      {decision?.text && <p className={css.text}>{decision.text}</p>}
      <Sum view={view} pdf={pdf} />
      <p className={css.text}>{description}</p>
      {amounts === null ? <p className={css.quiet}>{words.noLines}</p> : <Lines amounts={amounts} />}
      <Facts view={view} />
      <History view={view} />
    </div>
  )
}

/** The decision and until when it can be undone, or whether one can still be made. */
function OfferState({ view }: { view: ValuationView }) {
  const words = useValuationMessages()
  const { day, dateTime, time } = useFormat()
  const now = useNow()
  const { decision, expired, validUntil, mayDecide, refusal, mayUndo, undoableUntil, undoRefusal } = view
  if (decision)
    return (
      <div className={css.decision} data-decision={decision.decision}>
        <p>{words.decided(words.decision[decision.decision], decision.by, dateTime(decision.at))}</p>
        {undoableUntil !== null && now < undoableUntil && (
          <p className={css.undo}>{mayUndo ? words.undoable(time(undoableUntil)) : undoRefusal}</p>
        )}
      </div>
    )
  if (expired && validUntil !== null)
    return (
      <div className={css.decision} data-expired>
        <p>{words.expired(day(validUntil))}</p>
        <p className={css.undo}>{words.expiredHint}</p>
      </div>
    )
  return (
    <div className={css.decision}>
      <p>{mayDecide ? words.undecided : refusal}</p>
    </div>
  )
}

function Sum({ view: { amounts, validUntil, expired, version }, pdf }: { view: ValuationView; pdf: ReactNode }) {
  const words = useValuationMessages()
  const { money, quantity } = figuresIn(useLanguage())
  const { day } = useFormat()
  const facts = [
    ...(amounts === null || amounts.hours === null ? [] : [words.hours(quantity(amounts.hours))]),
    ...(validUntil === null || expired ? [] : [words.validUntil(day(validUntil))]),
    ...(version > 1 ? [words.version(version)] : []),
  ]
  return (
    <div className={css.sum}>
      <div>
        {amounts !== null && (
          <p className={css.total}>
            {money(amounts.total)} <small>{words.withVat}</small>
          </p>
        )}
        {facts.length > 0 && <p className={css.quiet}>{facts.join(' · ')}</p>}
      </div>
      {pdf}
    </div>
  )
}

/** Two columns, so that it fits a phone as well: the calculation of a line stands below its words. */
function Lines({ amounts }: { amounts: ValuationAmounts }) {
  const words = useValuationMessages()
  return (
    <table className={css.lines}>
      <caption>{words.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{words.concept}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <AmountRows amounts={amounts} language={useLanguage()} words={words} />
    </table>
  )
}

function Facts({ view: { createdOn, ticket, development, questions } }: { view: ValuationView }) {
  const { detail } = useMessages().tickets
  const words = useValuationMessages()
  const { day } = useFormat()
  return (
    <dl className={css.facts}>
      <dt>{words.createdOn}</dt>
      <dd>
        <time dateTime={createdOn}>{day(createdOn)}</time>
      </dd>
      {ticket !== null && (
        <>
          <dt>{words.ticket}</dt>
          <dd>
            <AreaLink search={{ ticket }}>{detail.heading(ticket)}</AreaLink>
          </dd>
        </>
      )}
      {development !== null && (
        <>
          <dt>{words.development}</dt>
          <dd>
            <AreaLink search={developmentSearch(development)}>{words.developmentNamed(development)}</AreaLink>
          </dd>
        </>
      )}
      {questions.length > 0 && (
        <>
          <dt>{words.questions}</dt>
          <dd>
            {questions.map(({ number, title }) => (
              <div key={number}>
                <AreaLink search={{ ticket: number }}>{detail.heading(number)}</AreaLink> {title}
              </div>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

/** One offer alone is no history. */
function History({ view: { history } }: { view: ValuationView }) {
  const words = useValuationMessages()
  const { money } = figuresIn(useLanguage())
  const { dateTime } = useFormat()
  if (history.length < 2) return null
  return (
    <section aria-labelledby="valuation-history">
      <h3 id="valuation-history" className={css.heading}>
        {words.history}
      </h3>
      <ol className={css.history}>
        {history.map(({ kind, version, total, by, at, text }, index) => (
          <li key={index}>
            <p>
              {words.event[kind](version)}
              {kind === 'offered' && total !== null && `: ${money(total)}`}
            </p>
            <p className={css.quiet}>
              {by} · {dateTime(at)}
            </p>
            {text !== '' && <p className={css.text}>{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The valuation of an act. */
export function OfferInHand({ view, pdf }: { view: ValuationView; pdf: ReactNode }) {
  const words = useValuationMessages()
  return (
    <div className={css.inHand}>
      <p className={css.named}>
        {words.heading(view.number)}: {view.description}
      </p>
      <Sum view={view} pdf={pdf} />
    </div>
  )
}
