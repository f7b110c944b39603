import type { ExpectationMessages } from './expectation-es.ts'

export const expectationEn: ExpectationMessages = {
  opens: (at) => `The office opens on ${at}.`,
  answerBy: (at) => `We will answer before ${at}.`,
  missed: (at) => `We should have answered before ${at}.`,
  pace: (median, mostly) => `In this module, half are solved within ${median} and four in five within ${mostly}.`,
  hours: (hours) => (hours <= 1 ? 'one office hour' : `${hours} office hours`),
}
