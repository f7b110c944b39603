import { seenText } from './one-line.ts'

/** A request to change the personal data that the provider holds (spec §5, Password and personal data). */
export interface DataChangeRequest {
  readonly text?: string | null | undefined
  readonly acceptsPrivacy?: boolean | null | undefined
}

export const MAX_REQUEST_TEXT = 2000

export type DataChangeProblem = 'required' | 'blank' | 'too-long' | 'privacy'

/** A request's problems by field; empty if it may be sent. */
export function dataChangeProblems({
  text,
  acceptsPrivacy,
}: DataChangeRequest): Partial<Record<keyof DataChangeRequest, DataChangeProblem>> {
  const problem = textProblem(text ?? '')
  return { ...(problem && { text: problem }), ...(acceptsPrivacy !== true && { acceptsPrivacy: 'privacy' as const }) }
}

function textProblem(text: string): DataChangeProblem | null {
  if (text === '') return 'required'
  if (seenText(text) === '') return 'blank'
  return text.length > MAX_REQUEST_TEXT ? 'too-long' : null
}

/** Which mails a reader wants: each at once, one summary a day, or only those that ask for an act. */
export const MAIL_CHOICES = ['at-once', 'daily', 'acts'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]
