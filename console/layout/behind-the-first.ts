import { part } from '#ui/part.tsx'

// Parts that a key, or the end of a session, opens at once. They are fetched after the first screen, so that they are
// ready by then.

export const merge = part(async () => (await import('../ticket/merge-dialog.tsx')).MergeDialog)
export const urgency = part(async () => (await import('../ticket/urgency-dialog.tsx')).UrgencyDialog)
export const meanwhile = part(async () => (await import('../ticket/meanwhile-dialog.tsx')).MeanwhileDialog)
export const leaving = part(async () => (await import('#browser/leave-guard.tsx')).LeaveGuard)
export const unfilled = part(async () => (await import('../ticket/unfilled-dialog.tsx')).UnfilledDialog)
export const canned = part(async () => (await import('../ticket/canned-answers.tsx')).CannedAnswers)
export const recordingCall = part(async () => (await import('../calls/record-call-page.tsx')).RecordCallPage)
export const tools = part(async () => (await import('../queue/list-tools.tsx')).ListTools)
export const seen = part(async () => (await import('../ticket/seen.tsx')).Seen)
export const ownDialog = part(async () => (await import('../session/own-dialog.tsx')).OwnDialog)
export const login = part(async () => (await import('../session/login-page.tsx')).LoginPage)

export const fetchBehindTheFirst = () =>
  Promise.all([login, merge, urgency, meanwhile, unfilled, leaving, canned, recordingCall].map(({ load }) => load()))
