/** A Wednesday in winter, at noon by the office's clock. */
export const NOON = new Date('2026-11-18T11:00:00.000Z')
