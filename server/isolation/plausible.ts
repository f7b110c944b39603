import type pg from 'pg'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { month } from '#contract/report.ts'
import { type Identity, type Shape, shapeOf } from '#contract/wire.ts'
import { NOON } from '../testing/test-app.ts'
import { LEVANTE, type Value } from './isolation-cast.ts'
import type { Wire } from './request.ts'

export type Records = Readonly<Partial<Record<Identity, Value | undefined>>>

/** Existing records, so that an admitted call has something to work on. */
export async function recordsThere(owner: pg.Client): Promise<Records> {
  const one = async (text: string) => (await owner.query<{ value: Value }>(text)).rows[0]?.value
  return {
    client: LEVANTE,
    installation: 'LEV-01',
    company: '001',
    contact: 12,
    ticket: await one(`select max(number)::int as value from ticket where client_id = ${LEVANTE}`),
    incident: await one(`select max(number)::int as value from incident where client_id = ${LEVANTE}`),
    development: await one(`select max(number)::int as value from development where client_id = ${LEVANTE}`),
    valuation: await one(`select max(number)::int as value from valuation`),
    file: await one(
      `select min(attachment_id) as value from attachment where client_id = ${LEVANTE} and ticket_number is not null`,
    ),
    'staged-file': await one(`select min(attachment_id) as value from attachment where ticket_number is null`),
    person: await one(`select max(person_id)::int as value from person where client_id = ${LEVANTE}`),
    module: await one('select max(number)::int as value from module'),
    technician: 'sonia',
  }
}

/** A schema, as JSON Schema gives it. */
const MONTH = z.toJSONSchema(month).pattern

interface Schema {
  /** Several types where it may be null. */
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
}

/** An input of the right shape, which names existing records. */
export const plausible = ({ input }: Endpoint, real: Records): Wire =>
  valueFor(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, shapeOf(input), real) as Wire

function valueFor(schema: Schema, shape: Shape, real: Records): unknown {
  const chosen = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if ('fields' in shape) {
    // Optional values are omitted, unless they name a record; list cursors cannot be guessed.
    const sent = Object.values(shape.fields).filter(
      ({ wire, shape: inner }) =>
        chosen.required?.includes(wire) || !('identity' in inner) || inner.identity !== 'none',
    )
    return Object.fromEntries(
      sent.map(({ wire, shape: inner }) => [wire, valueFor(chosen.properties?.[wire] ?? {}, inner, real)]),
    )
  }
  if ('list' in shape) return [valueFor(chosen.items ?? {}, shape.list, real)]
  const record = real[shape.identity]
  const type = [chosen.type].flat().find((each) => each !== 'null')
  if (record !== undefined) return type === 'string' ? String(record) : record
  if (chosen.enum) return chosen.enum[0]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, chosen.minimum ?? 1)
  if (chosen.format === 'date-time') return NOON.toISOString()
  if (chosen.format === 'date') return '2026-12-01'
  if (chosen.pattern === MONTH) return NOON.toISOString().slice(0, 7)
  return '1'
}
