import * as z from 'zod/mini'
import { ALSO_EXTENSIONS, type AlsoExtension, acceptedBy } from './files/file-choice.ts'
import type { ModuleEntry } from './module.ts'
import { promises } from './promise.ts'
import { silenceRules } from './silence.ts'

/** Of a paragraph. Legal texts come with every page. */
export const LONGEST_TEXT = 20_000

const words = z.string().check(z.regex(/\S/, 'it is empty'))
/** The wire has room for these. */
const name = words.check(z.maxLength(200))
const address = z.email().check(z.maxLength(254))
const webAddress = z.url({ protocol: /^https$/ })
const count = z.int().check(z.positive())

/** The same sentences in each language of the portal. */
const texts = z.array(words.check(z.maxLength(LONGEST_TEXT)))
const inEachLanguage = z.strictObject({ es: texts, en: texts })

const figures = z.strictObject({ byTechnician: z.boolean() })

/** The provider's own names, addresses, limits and switches, from `content/settings.json`. */
export const settings = z.strictObject({
  provider: z.strictObject({ name }),
  product: z.strictObject({ name }),
  assistant: z.strictObject({
    name: words.check(z.maxLength(100)),
    /** For each contact. */
    questionsPerHour: count,
    /** For each client, how many answers a language model may word; further ones use the manuals' own sentences. */
    modelAnswersPerDay: count,
    /** After this long without a message a conversation counts as abandoned. */
    abandonedAfterMinutes: count,
    /** Answers that one server writes at the same time. */
    streams: count,
  }),
  contact: z.strictObject({
    phone: words.check(z.maxLength(60)),
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
  /** The files that are taken beside the specification's list. Older settings lack this field. */
  files: z.prefault(z.strictObject({ also: z.array(z.enum(ALSO_EXTENSIONS)) }), { also: [] }),
  /** When a closed ticket counts as accepted, and when its customer is warned. */
  silence: silenceRules,
  /**
   * Whether supervisors see the desk's figures by technician. Only law and works council can allow it, so a file may
   * leave it out.
   */
  figures: z.optional(figures),
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

export type LegalTexts = z.infer<typeof legalTexts>

/** A picture's stamp: it changes with the picture. */
const stamp = z.string().check(z.regex(/^[0-9a-f]{12,64}$/))

/** The provider's logo, for the light and the dark theme; null: the product's, and the light one in the dark. */
const logo = z.strictObject({ light: z.nullable(stamp), dark: z.nullable(stamp) })

/** The contents of the provider's files. */
export interface ProviderFiles {
  readonly settings: Settings
  readonly legal: LegalTexts
  readonly logo: z.infer<typeof logo>
}

/**
 * The settings that supervisors can change at the console, in groups; a changed group replaces the file's. Switches and kinds of files
 * are set in the file alone.
 */
export const changeableSettings = z.strictObject({
  names: z.strictObject({ provider: name, product: name }),
  contact: settings.shape.contact,
  logo,
  appearance: settings.shape.appearance,
  legal: legalTexts,
  promises,
  silence: silenceRules,
  limits: settings.shape.limits,
  assistant: settings.shape.assistant,
  figures,
})
export type ChangeableSettings = z.infer<typeof changeableSettings>

/** In their order on the screen. */
export const SETTING_GROUPS = [
  'names',
  'contact',
  'logo',
  'appearance',
  'legal',
  'promises',
  'silence',
  'limits',
  'assistant',
  'figures',
] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

export const changeableOf = ({ settings: file, legal, logo: ownLogo }: ProviderFiles): ChangeableSettings => ({
  names: { provider: file.provider.name, product: file.product.name },
  contact: file.contact,
  logo: ownLogo,
  appearance: file.appearance,
  legal,
  promises: file.promises,
  silence: file.silence,
  limits: file.limits,
  assistant: file.assistant,
  figures: file.figures ?? { byTechnician: false },
})

/** The groups of settings that were changed. */
export const changedGroups = z.partial(changeableSettings)
export type ChangedGroups = z.infer<typeof changedGroups>

/** The settings in force: those of the files, except the groups that were changed at the console. */
export const inForce = (
  { settings: file, legal, logo: ownLogo }: ProviderFiles,
  changed: ChangedGroups,
): ProviderFiles => ({
  settings: {
    ...file,
    provider: changed.names ? { name: changed.names.provider } : file.provider,
    product: changed.names ? { name: changed.names.product } : file.product,
    contact: changed.contact ?? file.contact,
    appearance: changed.appearance ?? file.appearance,
    promises: changed.promises ?? file.promises,
    silence: changed.silence ?? file.silence,
    limits: changed.limits ?? file.limits,
    assistant: changed.assistant ?? file.assistant,
    figures: changed.figures ?? file.figures ?? { byTechnician: false },
  },
  legal: changed.legal ?? legal,
  logo: changed.logo ?? ownLogo,
})

/** The provider's details on the screens. They come with every page, so anybody may read them. */
export interface ShownProvider {
  readonly name: string
  readonly product: string
  readonly assistant: string
  readonly accent: string
  /** The address of the provider's logo; null for the product's. */
  readonly logo: string | null
  /** The same for the dark theme; null: as in the light one. */
  readonly darkLogo: string | null
  readonly maxAttachmentBytes: number
  readonly maxAttachments: number
  readonly alsoFiles: readonly AlsoExtension[]
  /** For a file chooser: `.png,.pdf`. */
  readonly acceptedFiles: string
  readonly contact: Settings['contact']
  readonly legal: LegalTexts
  /** The modules that have a topic of the assistant. `own`: the form offers it for the main application. */
  readonly topics: readonly (readonly [module: number, name: string, topic: string, own: boolean])[]
}

interface Given {
  readonly settings: Settings
  readonly legal: LegalTexts
  readonly modules: readonly ModuleEntry[]
  readonly logo: string | null
  readonly darkLogo?: string | null
}

export const shownProvider = ({ settings, legal, modules, logo, darkLogo = null }: Given): ShownProvider => ({
  name: settings.provider.name,
  product: settings.product.name,
  assistant: settings.assistant.name,
  accent: settings.appearance.accent,
  logo,
  darkLogo,
  maxAttachmentBytes: settings.limits.attachmentBytes,
  maxAttachments: settings.limits.attachments,
  alsoFiles: settings.files.also,
  acceptedFiles: acceptedBy(settings.files.also),
  contact: settings.contact,
  legal,
  topics: modules
    .filter(({ topic }) => topic !== '')
    .map(({ number, name, topic, listed, category }) => [number, name, topic, listed && category === 'RE']),
})

/** The element of the page that holds these details. */
export const providerElement = (provider: ShownProvider): string =>
  `<meta name="provider" content='${JSON.stringify(provider)
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')}'>`
