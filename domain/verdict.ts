/** A rule's verdict: allowed, or refused with the reason (and, if only time lifts it, until when). */
export type Verdict<Reason extends string = string> =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: Reason; readonly until: Date | null }

export type Refusal<Reason extends string = string> = Extract<Verdict<Reason>, { allowed: false }>

export const allowed: Verdict<never> = { allowed: true }

export const refused = <const Reason extends string>(reason: Reason, until: Date | null = null): Refusal<Reason> => ({
  allowed: false,
  reason,
  until,
})
