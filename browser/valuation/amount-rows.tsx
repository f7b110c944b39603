import { figuresIn } from '#contract/valuation/amounts.ts'
import type { Language } from '#contract/moment.ts'
import type { ValuationAmounts } from '#domain/valuation/amounts.ts'
import type { AmountWords } from './amount-words-es.ts'

interface Props {
  readonly amounts: ValuationAmounts
  readonly language: Language
  readonly words: AmountWords
}

/** The rows of a valuation's table: its lines, then the sums that the server has calculated. */
export function AmountRows({ amounts: { lines, base, taxes, total }, language, words }: Props) {
  const { money, quantity } = figuresIn(language)
  return (
    <>
      <tbody>
        {lines.map(({ concept, hours, price, vat, amount }, index) => (
          <tr key={index}>
            <th scope="row">
              {concept}
              <small>
                {hours === null
                  ? words.fixed(quantity(vat))
                  : words.byHours(quantity(hours), money(price), quantity(vat))}
              </small>
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.base}</th>
          <td>{money(base)}</td>
        </tr>
        {taxes.map(({ vat, base: of, amount }) => (
          <tr key={vat}>
            <th scope="row">{words.tax(quantity(vat), money(of))}</th>
            <td>{money(amount)}</td>
          </tr>
        ))}
        <tr data-total>
          <th scope="row">{words.total}</th>
          <td>{money(total)}</td>
        </tr>
      </tfoot>
    </>
  )
}
