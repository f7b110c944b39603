/** The zone of the reader's own clock: there are customers in the Canaries. */
export const readerZone = (): string => (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Found once: every row needs it, and finding it costs more than a row. */
let zone: string | undefined
