import { type DraftFlags, type DraftProblem, MAX_LENGTHS, MIN_TEXT } from '#domain/ticket-draft.ts'
import type { CustomerSentences } from './sentences-es.ts'

/** A field's problem in the new-ticket form: the same sentence beside the field and in a refusal. */
export function draftSentence(
  field: string,
  problem: DraftProblem,
  { maxFiles }: Pick<DraftFlags, 'maxFiles'>,
  { field: say, ticket, file }: CustomerSentences,
): string {
  switch (problem) {
    case 'too-short':
      return say['too-short'](MIN_TEXT)
    case 'too-long':
      return say['too-long'](MAX_LENGTHS.get(field) ?? 0)
    case 'incident-needs-file':
      return ticket['incident-needs-file']()
    case 'too-many':
      return file['too-many'](maxFiles)
    case 'required':
    case 'blank':
    case 'bad-email':
    case 'bad-phone':
    case 'not-offered':
      return say[problem]()
  }
}
