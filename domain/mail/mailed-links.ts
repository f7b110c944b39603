const MINUTE_MS = 60_000
/** The most links within an hour for a person, and for an address. */
const PER_PERSON = 3
const PER_ADDRESS = 6

/** The links mailed within the last hour to a person and to an address, and the last one to the person. */
export interface MailedLinks {
  readonly toPerson: number
  readonly toAddress: number
  readonly last: Date | null
}

/**
 * Whether another link may be mailed. The limits keep strangers from flooding somebody's mailbox, and from ending their
 * earlier links again and again.
 */
export const mayMailLink = ({ toPerson, toAddress, last }: MailedLinks, now: Date): boolean =>
  toPerson < PER_PERSON && toAddress < PER_ADDRESS && (last === null || now.getTime() - last.getTime() >= MINUTE_MS)
