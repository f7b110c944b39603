import { part } from '#ui/part.tsx'

// Screens that a key opens for typing at once are fetched after the first screen, so that they are ready.

export const merge = part(async () => (await import('../ticket/merge-dialog.tsx')).MergeDialog)
export const recordingCall = part(async () => (await import('../calls/record-call-page.tsx')).RecordCallPage)

export const fetchBehindTheFirst = () => Promise.all([merge.load(), recordingCall.load()])
