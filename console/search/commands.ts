import { numberAsked, wordsOf } from '#domain/search/search.ts'

export type CommandGroup = 'number' | 'act' | 'screen' | 'own' | 'search'

/** Something that the palette offers. */
export interface Command {
  readonly group: CommandGroup
  readonly words: string
  /** The key that does the same. */
  readonly keys?: string
  readonly run: () => void
}

interface Offered {
  /** The acts of this screen, the screens, and the technician's own settings. */
  readonly commands: readonly Command[]
  readonly openTicket: (number: number) => Command
  /** The lists that can be searched for the typed text. */
  readonly searches: (words: string) => readonly Command[]
}

const SHORTEST_SOUGHT = 2

/**
 * The commands that match the typed text. A number leads to its ticket. Each typed word must begin a word of a command's name. Every
 * list can be searched for the text.
 */
export function commandsFor(typed: string, { commands, openTicket, searches }: Offered): readonly Command[] {
  const text = typed.trim()
  const number = numberAsked(text)
  const wanted = wordsOf(text).map(({ word }) => word)
  const isNamed = ({ words }: Command) => {
    const said = wordsOf(words)
    return wanted.every((word) => said.some((each) => each.word.startsWith(word)))
  }
  return [
    ...(number === null ? [] : [openTicket(number)]),
    ...(text !== '' && wanted.length === 0 ? [] : commands.filter(isNamed)),
    ...(wanted.join('').length < SHORTEST_SOUGHT ? [] : searches(text)),
  ]
}
