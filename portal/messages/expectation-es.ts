import { bareMomentIn, momentIn } from '#contract/moment.ts'
import type { Words } from '#browser/words.ts'
import { readerZone } from './reader-zone.ts'

/** The words for the expected times of a ticket. Spanish is the source. */
export const expectationEs = {
  opens: (at: Date) => `La oficina abre ${momentIn('es', at, readerZone())}.`,
  answerBy: (at: Date) => `Responderemos antes del ${bareMomentIn('es', at, readerZone())}.`,
  missed: (at: Date) => `Debimos responder antes del ${bareMomentIn('es', at, readerZone())}.`,
  pace: (median: string, mostly: string) =>
    `En este módulo, la mitad se resuelve en ${median} y cuatro de cada cinco en ${mostly}.`,
  /** In whole hours of open office, rounded up. */
  hours: (hours: number) => (hours <= 1 ? 'una hora de oficina' : `${hours} horas de oficina`),
}

export type ExpectationMessages = Words<typeof expectationEs>
