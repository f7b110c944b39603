import { numberAsked, wordsOf } from '#domain/search/search.ts'

/** The groups, in the order in which they are offered. */
export const COMMAND_GROUPS = ['number', 'act', 'screen', 'own', 'search', 'found', 'list'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** An entry of the palette. */
export interface Command {
  readonly group: CommandGroup
  readonly words: string
  /** The key that does the same. */
  readonly keys?: string
  /** Only of a found record: its id, its kind, and the part of its text with the words marked. */
  readonly found?: { readonly id: string; readonly what: string; readonly snippet: string }
  readonly run: () => void
}

interface Offered {
  /** The acts of this screen, all screens, and the technician's own settings. */
  readonly commands: readonly Command[]
  readonly openTicket: (number: number) => Command
  /** The search of everything, and that of each list, for the typed text. */
  readonly searches: (words: string) => readonly Command[]
}

/**
 * The commands that match the typed text. A number leads to its ticket. For any other text, each word must begin a word
 * of the command's name. Every list can be searched for the text.
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
    ...(isSought(text) ? searches(text) : []),
  ]
}

const SHORTEST_SOUGHT = 2

/** Whether a typed text is long enough to be searched for. */
export const isSought = (typed: string): boolean =>
  wordsOf(typed)
    .map(({ word }) => word)
    .join('').length >= SHORTEST_SOUGHT

/** Identifies a command among those offered, in whatever order. */
export const keyOf = ({ group, words, found }: Command): string => `${group} ${found?.id ?? words}`
