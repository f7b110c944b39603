import { part } from '#ui/part.tsx'

/** A conversation that is gone on with: asked for by an act alone. */
export const resumedAssistant = part(async () => (await import('./assistant-popups.tsx')).ResumedAssistant)
