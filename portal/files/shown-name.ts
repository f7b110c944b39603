import { CAPTURE_NAME } from '#domain/files/file-name.ts'
import { useFileWords } from './words.ts'

/** A file's name as a person would give it: «Captura 22-11 14:28». The file keeps its name. */
export function useShownName(): (name: string) => string {
  const { capture } = useFileWords()
  return (name) => name.replace(CAPTURE_NAME, `${capture} $<day>-$<month> $<hour>:$<minute>`)
}
