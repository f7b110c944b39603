import type { Endpoint } from '#contract/endpoint.ts'
import { badParameters } from '../../http/problems.ts'
import type { QueueQuestion } from './queue-condition-store.ts'

type Asked = Pick<QueueQuestion, 'happened' | 'happenedFrom' | 'happenedUntil'>

/** @throws Problem if a happening is asked for without its days */
export function insistOnDays(
  endpoint: Pick<Endpoint, 'input'>,
  { happened, happenedFrom, happenedUntil }: Asked,
  below: '' | 'filter.' = '',
): void {
  if (happened === undefined) return
  if (happenedFrom === undefined) throw badParameters(endpoint, `${below}happenedFrom`)
  if (happenedUntil === undefined) throw badParameters(endpoint, `${below}happenedUntil`)
}
