import { part } from '#ui/part.tsx'

/** A conversation that its customer resumes; only an act opens it. */
export const resumedAssistant = part(async () => (await import('./assistant-popups.tsx')).ResumedAssistant)
