import { useFileWords } from './words.ts'

/** The server's name of a pasted picture. */
const CAPTURE = /^captura-\d{4}-(?<month>\d\d)-(?<day>\d\d)-(?<hour>\d\d)-(?<minute>\d\d)-\d\d\.(?:png|jpg)$/

/** A file's name as a person would give it: «Captura 22-11 14:28». The file keeps its name. */
export function useShownName(): (name: string) => string {
  const { capture } = useFileWords()
  return (name) => name.replace(CAPTURE, `${capture} $<day>-$<month> $<hour>:$<minute>`)
}
