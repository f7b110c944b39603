// Which tickets of the last week say the same, so that they may be one problem of the product.

export interface SayingTicket {
  readonly number: number
  readonly module: number
  /** The stems of its title and its first words. */
  readonly stems: readonly string[]
}

/** This many tickets of a module make a suggestion. */
export const FEWEST_ALIKE = 3
/** The share of the shorter ticket's words, by weight, that the other one must also say. */
const ENOUGH = 0.5
const FEWEST_SHARED = 3

/** Groups of a module's tickets, each with the tickets that say the same as its oldest. No ticket is in two. */
export function groupsAlike<Ticket extends SayingTicket>(tickets: readonly Ticket[]): Ticket[][] {
  const groups: Ticket[][] = []
  for (const ofModule of Map.groupBy(tickets, ({ module }) => module).values()) {
    const weightOf = weightsIn(ofModule)
    const left = ofModule
      .toSorted((one, other) => one.number - other.number)
      .map((ticket) => ({ ticket, said: new Set(ticket.stems) }))
    while (left.length >= FEWEST_ALIKE) {
      const [first] = left.splice(0, 1)
      if (!first) break
      const group = left.filter((other) => sayTheSame(first.said, other.said, weightOf))
      if (group.length + 1 < FEWEST_ALIKE) continue
      groups.push([first, ...group].map(({ ticket }) => ticket))
      const taken = new Set(group)
      left.splice(0, left.length, ...left.filter((one) => !taken.has(one)))
    }
  }
  return groups.toSorted((one, other) => other.length - one.length)
}

type Weight = (stem: string) => number

/**
 * A word tells more if few tickets say it. One that no other ticket says, such as a name or a slip, tells nothing of what they have in
 * common: it counts as little as a word of all of them.
 */
function weightsIn(tickets: readonly SayingTicket[]): Weight {
  const found = new Map<string, number>()
  for (const { stems } of tickets) for (const stem of new Set(stems)) found.set(stem, (found.get(stem) ?? 0) + 1)
  return (stem) => {
    const times = found.get(stem) ?? 1
    return Math.log1p(times === 1 ? 1 : tickets.length / times)
  }
}

function sayTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>, weightOf: Weight): boolean {
  const shared = new Set([...one].filter((stem) => other.has(stem)))
  if (shared.size < FEWEST_SHARED) return false
  const sum = (stems: ReadonlySet<string>) => [...stems].reduce((total, stem) => total + weightOf(stem), 0)
  return sum(shared) >= ENOUGH * Math.min(sum(one), sum(other))
}
