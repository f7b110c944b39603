/** The zone of the reader's own clock: the Canaries have customers too. */
export const readerZone = (): string => (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Every row asks, and finding it out takes longer than a row. */
let zone: string | undefined
