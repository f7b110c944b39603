import { part } from '#ui/part.tsx'

// What a key leads to and is typed into at once: fetched behind the first screen, so that it is there by then.

export const merge = part(async () => (await import('../ticket/merge-dialog.tsx')).MergeDialog)
export const recordingCall = part(async () => (await import('../calls/record-call-page.tsx')).RecordCallPage)

export const fetchBehindTheFirst = () => Promise.all([merge.load(), recordingCall.load()])
