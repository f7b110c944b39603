import type { AttachmentProblem } from '#domain/attachment.ts'
import type { AlsoExtension } from '#domain/files/file-choice.ts'
import type { CustomerSentences } from '../sentences-es.ts'

interface Limits {
  readonly maxBytes: number
  readonly also: readonly AlsoExtension[]
}

/** The sentence for a file's problem, the same on the screen and in a refusal. */
export function fileSentence(
  problem: AttachmentProblem,
  { maxBytes, also }: Limits,
  sentences: CustomerSentences['file'],
): string {
  switch (problem) {
    case 'too-large':
      return sentences['too-large'](maxBytes)
    case 'type-not-allowed':
      return sentences['type-not-allowed'](also)
    case 'name-too-long':
    case 'empty':
    case 'bad-format':
    case 'images-only':
    case 'infected':
      return sentences[problem]()
  }
}
