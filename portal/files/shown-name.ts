import { CAPTURE_NAME } from '#domain/files/file-name.ts'
import { useFileWords } from './file-words.ts'

/** The displayed name of a pasted picture: «Captura 22-11 14:28». The file itself keeps its name. */
export function useShownName(): (name: string) => string {
  const { capture } = useFileWords()
  return (name) => name.replace(CAPTURE_NAME, `${capture} $<day>-$<month> $<hour>:$<minute>`)
}
