/** The zone of the reader's own clock: the Canaries have customers too. */
export const readerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
