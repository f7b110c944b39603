/** What goes from a conversation into the new-ticket form (spec §4, Chat flow 7). */
export interface CarriedText {
  readonly text: string
  readonly module: number | null
  /** With it the ticket holds all that was said, answers included; null where nothing was. */
  readonly conversation: { readonly id: string; readonly asked: string } | null
}

let carried: CarriedText | null = null

export function carryText(next: CarriedText): void {
  carried = next
}

export const carriedText = (): CarriedText | null => carried

/** The form has it: another new ticket begins empty. */
export function forgetCarriedText(): void {
  carried = null
}
