import { bareMomentIn, momentIn } from '#contract/moment.ts'
import type { ExpectationMessages } from './expectation-es.ts'
import { readerZone } from './reader-zone.ts'

export const expectationEn: ExpectationMessages = {
  opens: (at) => `The office opens ${momentIn('en', at, readerZone())}.`,
  answerBy: (at) => `We will answer before ${bareMomentIn('en', at, readerZone())}.`,
  missed: (at) => `We should have answered before ${bareMomentIn('en', at, readerZone())}.`,
  pace: (median, mostly) => `In this module, half are solved within ${median} and four in five within ${mostly}.`,
  hours: (hours) => (hours <= 1 ? 'one office hour' : `${hours} office hours`),
}
