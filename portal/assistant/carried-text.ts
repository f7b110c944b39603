/** The text that a conversation hands to the new-ticket form (spec §4, Chat flow 7). */
export interface CarriedText {
  readonly text: string
  readonly module: number | null
  /** The conversation's id, with which the ticket gets every message; null before the first answer. */
  readonly conversation: { readonly id: string; readonly asked: string } | null
}

let carried: CarriedText | null = null

export function carryText(next: CarriedText): void {
  carried = next
}

export const carriedText = (): CarriedText | null => carried

/** The form has taken it: the next new ticket begins empty. */
export function forgetCarriedText(): void {
  carried = null
}
