import * as z from 'zod/mini'
import { promises } from './promise.ts'
import { silenceRules } from './silence.ts'

const words = z.string().check(z.minLength(1))
const address = z.email()
const webAddress = z.url({ protocol: /^https$/ })
const count = z.int().check(z.positive())

/** The same sentences in each language of the portal. */
const inEachLanguage = z.strictObject({ es: z.array(words), en: z.array(words) })

/** The provider's own names, addresses, limits and switches, from `content/settings.json`. */
export const settings = z.strictObject({
  provider: z.strictObject({ name: words }),
  product: z.strictObject({ name: words }),
  assistant: z.strictObject({
    name: words,
    /** For each contact. */
    questionsPerHour: count,
    /** The answers that a language model may word for each client; further ones use the manuals' own sentences. */
    modelAnswersPerDay: count,
    /** After this long without a message a conversation counts as abandoned. */
    abandonedAfterMinutes: count,
    /** Answers that one server writes at the same time. */
    streams: count,
  }),
  contact: z.strictObject({
    phone: words,
    email: address,
    /** Details that a provider lacks are left out, and so are their lines on the screen. */
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
  /** A remote desktop for trying the product. Only administrators are told, so the portal's own files never contain it. */
  demos: z.optional(z.strictObject({ address: webAddress, username: words, password: words })),
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
    /** Every other change; drafts save themselves and have their own. */
    writesPerMinute: count,
    draftsPerMinute: count,
    /** Of an installation, by links. */
    entriesPerMinute: count,
    /** Creations and writes together, of a person. */
    changesPerHour: count,
    /** The budget of a client or an address, as a number of people who each use their whole own. */
    colleagues: count,
    /** Bytes of attachments. */
    storage: z.strictObject({
      personPerDay: count,
      clientPerDay: count,
      /** A person's staged files. */
      staged: count,
      technicianPerDay: count,
      /** An installation's files from unsigned links. */
      limitedLinksPerDay: count,
    }),
    /** Of unsigned links, for each installation and each address. */
    limitedLinks: z.strictObject({
      entriesPerHour: count,
      creationsPerHour: count,
      uploadsPerHour: count,
      writesPerHour: count,
    }),
  }),
  /** The times within which Support promises an answer. */
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

/** The legal texts by paragraph, from `content/legal-texts.json`. The first load does without them. */
export const legalTexts = z.strictObject({
  /** The terms for a change of personal data. */
  personalData: inEachLanguage,
  /** The notice before the first question to the assistant (spec §2, Home). */
  assistant: z.strictObject({ warnings: inEachLanguage, privacy: inEachLanguage, limitations: inEachLanguage }),
})
