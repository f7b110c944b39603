/** The time zone of the reader's clock: some customers are on the Canary Islands. */
export const readerZone = (): string => (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Computed once: every row needs it, and computing it costs more than a row. */
let zone: string | undefined
