/**
 * The interval between claims of a ticket ("older than 1 day") or an incident ("24 hours"): more than 24 elapsed hours, also
 * when the clocks changed meanwhile.
 */
export const CLAIM_INTERVAL_MS = 24 * 60 * 60 * 1000
