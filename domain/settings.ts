import * as z from 'zod/mini'
import { promises } from './promise.ts'
import { silenceRules } from './silence.ts'

const words = z.string().check(z.minLength(1))
const address = z.email()
const webAddress = z.url({ protocol: /^https$/ })
const count = z.int().check(z.positive())

/** The same sentences in each language of the portal. */
const inEachLanguage = z.strictObject({ es: z.array(words), en: z.array(words) })

/** What is the provider's and not the product's: names, addresses, limits and switches, from `content/settings.json`. */
export const settings = z.strictObject({
  provider: z.strictObject({ name: words }),
  product: z.strictObject({ name: words }),
  assistant: z.strictObject({
    name: words,
    /** Of a contact. */
    questionsPerHour: count,
    /** Answers that a language model may word, of a client; after them the manuals' own sentences answer. */
    modelAnswersPerDay: count,
    /** After so long without a word a conversation counts as abandoned. */
    abandonedAfterMinutes: count,
    /** Answers that one server writes at the same time. */
    streams: count,
  }),
  contact: z.strictObject({
    phone: words,
    email: address,
    /** What a provider does not have is left out, and the screen has no line for it. */
    emails: z.strictObject({
      realEstate: z.optional(address),
      apps: z.optional(address),
      bc: z.optional(address),
      technical: z.optional(address),
    }),
    suggestions: z.optional(address),
    customerDefender: z.optional(address),
    dataProtection: z.optional(address),
    /** For reading; the rule is the office calendar. */
    openingHours: inEachLanguage,
  }),
  /** A remote desktop with the product to try. Only administrators are told, so that the portal's own files never hold it. */
  demos: z.optional(z.strictObject({ address: webAddress, username: words, password: words })),
  /** Sites that may show the portal in a frame, as CSP sources; none when empty. */
  frameAncestors: z.array(words),
  /** Origins of web applications whose links enter without a question: `https://erp.example.com`. */
  entryOrigins: z.array(z.string().check(z.regex(/^https?:\/\/[a-z\d.:-]+$/))),
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
    /** Whatever else changes something; drafts keep themselves and have their own. */
    writesPerMinute: count,
    draftsPerMinute: count,
    /** Creations and writes together, of a person. */
    changesPerHour: count,
    /** A client and an address have as much as so many people who each use all of theirs. */
    colleagues: count,
    /** Bytes of attachments. */
    storage: z.strictObject({
      personPerDay: count,
      clientPerDay: count,
      /** Of a person, in files that are part of nothing yet. */
      staged: count,
      /** Of all that came to an installation by links without a signature. */
      limitedLinksPerDay: count,
    }),
    /** Of links without a signature: an installation's, and an address's. */
    limitedLinks: z.strictObject({
      entriesPerHour: count,
      creationsPerHour: count,
      uploadsPerHour: count,
      writesPerHour: count,
    }),
  }),
  /** When Support means to have answered. */
  promises,
  /** When a closed ticket counts as accepted. */
  silence: silenceRules,
  flags: z.strictObject({
    checkTextLength: z.boolean(),
    checkIncidentFiles: z.boolean(),
    saveClosedChats: z.boolean(),
    streamAnswers: z.boolean(),
  }),
})

export type Settings = z.infer<typeof settings>

/** What people are told in so many words, by paragraph; the first load does without it: `content/legal-texts.json`. */
export const legalTexts = z.strictObject({
  /** What somebody accepts who asks for a change of personal data. */
  personalData: inEachLanguage,
  /** What somebody reads before they ask the assistant anything (spec §2, Home). */
  assistant: z.strictObject({ warnings: inEachLanguage, privacy: inEachLanguage, limitations: inEachLanguage }),
})
