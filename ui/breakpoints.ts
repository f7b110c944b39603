/**
 * The largest window width, in pixels, of each layout but the widest. Style sheets cannot use the names: their queries contain
 * one of these numbers or, for `min-width`, the next; conventions.test.ts checks that.
 */
export const BREAKPOINTS = { phone: 600, tablet: 767, slate: 899, desk: 1023, wide: 1599 } as const

/** The query for windows up to a width. */
export const upTo = (name: keyof typeof BREAKPOINTS): string => `(max-width: ${BREAKPOINTS[name]}px)`
