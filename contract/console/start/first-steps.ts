import { consoleInput, endpoint } from '../../endpoint.ts'
import { boolean, consoleObject, count, list, oneOf, requiredText, text } from '../../wire.ts'

/** The steps between a new portal and its first customer's entry, in their order. */
export const FIRST_STEPS = ['names', 'logo', 'calendar', 'mail', 'customer', 'entry'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const consoleFirstSteps = {
  view: endpoint({
    method: 'GET',
    path: '/console/first-steps',
    summary: 'Which steps to the first customer are done, and what still shows samples',
    access: 'supervisor',
    input: consoleInput({}),
    data: consoleObject({
      done: list(oneOf(FIRST_STEPS)),
      /** Fields of the settings and legal texts with the sample's values: `contact.phone`. */
      sampleFields: list(text(100)),
      /** The product's own manuals and version notes that customers read. */
      sampleDocuments: count,
      /** Whether the portal has a mail server. */
      mailServer: boolean,
    }),
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/console/first-steps/test-mail',
    summary: 'Send a mail now, and answer what the mail server said',
    access: 'supervisor',
    input: consoleInput({ to: requiredText(254) }),
    data: consoleObject({
      accepted: boolean,
      /** The mail server's own message; without one, the reason in English. */
      said: text(500),
    }),
  }),
}
