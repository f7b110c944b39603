/**
 * How long after a claim the next one may follow, of a ticket ("older than 1 day") and of an incident ("24 hours"): more
 * than 24 hours elapsed, whatever the clock on the wall did meanwhile.
 */
export const CLAIM_INTERVAL_MS = 24 * 60 * 60 * 1000
