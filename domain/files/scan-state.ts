/** Why a kept file may not be handed out: no scanner has looked at it yet, or one has found something in it. */
export const SCAN_STATES = ['waiting', 'infected'] as const
export type ScanState = (typeof SCAN_STATES)[number]
