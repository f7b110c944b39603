import type { Words } from '#browser/words.ts'

/** What to expect of a ticket. Spanish is the source. */
export const expectationEs = {
  opens: (at: string) => `La oficina abre el ${at}.`,
  answerBy: (at: string) => `Responderemos antes del ${at}.`,
  missed: (at: string) => `Debimos responder antes del ${at}.`,
  pace: (median: string, mostly: string) =>
    `En este módulo, la mitad se resuelve en ${median} y cuatro de cada cinco en ${mostly}.`,
  /** Whole hours of open office, rounded up. */
  hours: (hours: number) => (hours <= 1 ? 'una hora de oficina' : `${hours} horas de oficina`),
}

export type ExpectationMessages = Words<typeof expectationEs>
