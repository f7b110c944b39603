/**
 * How wide a window is at most, in pixels, for each layout but the widest. A style sheet cannot name them: its queries say
 * one of these numbers, or as `min-width` the next one; conventions.test.ts holds them to it.
 */
export const BREAKPOINTS = { phone: 600, tablet: 767, slate: 899, desk: 1023, wide: 1599 } as const

/** The query of windows up to that width. */
export const upTo = (name: keyof typeof BREAKPOINTS): string => `(max-width: ${BREAKPOINTS[name]}px)`
