import * as z from 'zod/mini'
import { promises } from './promise.ts'

const words = z.string().check(z.minLength(1))
const address = z.email()
const count = z.int().check(z.positive())

/** The same sentences in each language of the portal. */
const inEachLanguage = z.strictObject({ es: z.array(words), en: z.array(words) })

/** What is the provider's and not the product's: names, addresses, limits and switches, from `content/settings.json`. */
export const settings = z.strictObject({
  provider: z.strictObject({ name: words }),
  product: z.strictObject({ name: words }),
  assistant: z.strictObject({ name: words }),
  contact: z.strictObject({
    phone: words,
    email: address,
    emails: z.strictObject({ realEstate: address, apps: address, bc: address, technical: address }),
    suggestions: address,
    customerDefender: address,
    dataProtection: address,
    /** For reading; the rule is the office calendar. */
    openingHours: inEachLanguage,
  }),
  /** Sites that may show the portal in a frame, as CSP sources; none when empty. */
  frameAncestors: z.array(words),
  appearance: z.strictObject({ accent: z.string().check(z.regex(/^#[0-9a-f]{6}$/)) }),
  limits: z.strictObject({
    attachmentBytes: count,
    attachments: count,
    sessionIdleMinutes: count,
    sessionHours: count,
    /** The same for technicians, at the console. */
    consoleIdleMinutes: count,
    consoleSessionHours: count,
    /** Per person. */
    creationsPerMinute: count,
    uploadsPerMinute: count,
    readsPerMinute: count,
  }),
  /** When Support means to have answered. */
  promises,
  flags: z.strictObject({
    checkTextLength: z.boolean(),
    checkIncidentFiles: z.boolean(),
    saveClosedChats: z.boolean(),
    streamAnswers: z.boolean(),
  }),
})

export type Settings = z.infer<typeof settings>
