/** A Wednesday at noon in the office's winter. */
export const NOON = new Date('2026-11-18T11:00:00.000Z')
