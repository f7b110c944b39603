import { type Transaction, sql } from '../db/sql.ts'

/** Numbers things from a sequence, in the order of their dates. */
export async function numbersFor<Thing>(
  tx: Transaction,
  sequence: 'ticket_number' | 'incident_number',
  things: readonly Thing[],
  cameAbout: (thing: Thing) => Date,
): Promise<Map<Thing, number>> {
  const numbers = await tx.rows<{ number: number }>(sql`
    select nextval(${sequence}::text::regclass) as number from generate_series(1, ${things.length}::int) order by number`)
  const inOrder = things.toSorted((one, other) => cameAbout(one).getTime() - cameAbout(other).getTime())
  return new Map(inOrder.flatMap((thing, index) => (numbers[index] ? [[thing, numbers[index].number] as const] : [])))
}
