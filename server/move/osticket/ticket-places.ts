/** A ticket as osTicket numbers it: by a text that need be neither a number nor unique. */
export interface Numbered {
  readonly id: number
  readonly number: string
  readonly parent: number | null
  readonly flags: number
  readonly owner: number
  readonly organization: number
  readonly isDeleted: number
}

interface Place {
  readonly id: number
  /** Its number in the portal. */
  readonly number: number
  /** The number that it had, if it could not keep it. */
  readonly was: string | null
  readonly client: number
  readonly owner: number
}

/** A ticket with more digits gets another number, because the portal continues above the highest one. */
export const LONGEST_KEPT = 9
/**
 * The flags of a ticket whose words are now in another one: combined with it, or kept apart in it. A mere link has
 * neither.
 */
const MERGED = 0b11

/** Gives each ticket its number and its client. */
export function placesOf(tickets: readonly Numbered[], highestOrganization: number, highestUser: number) {
  const told: string[] = []
  const kept = tickets.filter(({ isDeleted, number, id }) => {
    if (isDeleted === 1) told.push(`ticket ${number || id} is deleted, and stays in osTicket.`)
    return isDeleted !== 1
  })
  const byId = new Map(kept.map((ticket) => [ticket.id, ticket]))
  /** People without an organization are strangers to each other: each is a client. */
  const clientOf = (user: number, organization: number) =>
    organization > 0 ? organization : highestOrganization + (user || highestUser + 1)
  const rootOf = (ticket: Numbered): Numbered => {
    const seen = new Set<number>()
    let at = ticket
    for (;;) {
      const above = at.parent !== null && (at.flags & MERGED) > 0 ? byId.get(at.parent) : undefined
      if (!above) return at
      if (seen.has(at.id)) return ticket
      seen.add(at.id)
      at = above
    }
  }

  const taken = new Set<number>()
  const ownNumbers = new Map<number, number>()
  for (const { id, number } of kept) {
    const own = /^\d+$/.test(number) ? Number(number) : 0
    if (own < 1 || String(own).length > LONGEST_KEPT || taken.has(own)) continue
    taken.add(own)
    ownNumbers.set(id, own)
  }
  let next = [...taken].reduce((most, number) => Math.max(most, number), 0) + 1
  const places = kept.map((ticket): Place => {
    const root = rootOf(ticket)
    const own = ownNumbers.get(ticket.id)
    const number = own ?? next++
    const was = own === undefined ? ticket.number || `(${ticket.id})` : null
    if (was !== null) told.push(`ticket ${was} is number ${number} now: the title begins with the old one.`)
    const owner = ticket.owner || highestUser + 1
    return { id: ticket.id, number, was, client: clientOf(root.owner, root.organization), owner }
  })
  const [placeOf, ofNumber] = [new Map<number, Place>(), new Map<number, Place>()]
  for (const place of places) {
    placeOf.set(place.id, place)
    ofNumber.set(place.number, place)
  }
  const ofClients = Map.groupBy(places, ({ client }) => client)
  const known = (place: Place | undefined): Place => {
    if (!place) throw new Error('A ticket without a place')
    return place
  }
  return {
    told,
    clientOf,
    firstMessage: next,
    placeOf: (id: number) => known(placeOf.get(id)),
    numberOf: (id: number) => placeOf.get(id)?.number ?? null,
    idOf: (number: number) => known(ofNumber.get(number)).id,
    joined: kept.flatMap((ticket) => {
      const root = rootOf(ticket)
      if (root === ticket) return []
      return [{ joined: known(placeOf.get(ticket.id)).number, to: known(placeOf.get(root.id)).number }]
    }),
    ticketsOf: (client: number) => (ofClients.get(client) ?? []).map(({ number }) => number),
    /** Each with its person, if it stands for a person without an organization. */
    clients: () =>
      [...ofClients.keys()]
        .toSorted((a, b) => a - b)
        .map((id) => ({ id, owner: id > highestOrganization ? id - highestOrganization : null })),
  }
}
