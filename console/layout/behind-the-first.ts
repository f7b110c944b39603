import { part } from '#ui/part.tsx'

// Screens that a key opens at once are fetched after the first screen, so that they are ready.

export const merge = part(async () => (await import('../ticket/merge-dialog.tsx')).MergeDialog)
export const urgency = part(async () => (await import('../ticket/urgency-dialog.tsx')).UrgencyDialog)
export const recordingCall = part(async () => (await import('../calls/record-call-page.tsx')).RecordCallPage)

export const fetchBehindTheFirst = () => Promise.all([merge.load(), urgency.load(), recordingCall.load()])
