/** Which tickets a contact may see: their own, the installation's, or (administrators) the whole client's. */
export const VISIBILITIES = ['own', 'installation', 'client'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** The provider's products that a client may have. */
export const CLIENT_AREAS = ['main', 'apps', 'aspro'] as const
export type ClientArea = (typeof CLIENT_AREAS)[number]

/** How people enter from an installation: by a signed link only, or also by an unsigned one. */
export const ENTRY_MODES = ['signed', 'limited'] as const
export type EntryMode = (typeof ENTRY_MODES)[number]

/** How an installation signs its links. */
export const SIGNING_ALGORITHMS = ['HS256', 'EdDSA'] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

/** Who issued a login: the installation's application, the portal, or (without either) a contact or a limited link. */
export const PERSON_SOURCES = ['application', 'contact', 'portal', 'limited'] as const
export type PersonSource = (typeof PERSON_SOURCES)[number]

/** The program of the main application that the person came from. */
export interface ProgramContext {
  readonly module: string
  readonly program: string
}

/** Who is signed in, as every layer sees them. */
export interface Account {
  /** The login name in the portal or, after a link, in the application. */
  readonly username: string
  readonly callingUser: string
  readonly client: number
  readonly installation: string | null
  readonly version: string
  readonly company: string | null
  readonly areas: readonly ClientArea[]
  readonly administrator: boolean
  /** Came by an unsigned link: sees only the tickets that this session created. */
  readonly limited: boolean
  readonly clientDetails: { readonly name: string; readonly email: string }
  readonly contact: {
    readonly id: number
    readonly name: string
    readonly email: string
    readonly phone: string
  } | null
  readonly program: ProgramContext | null
  /** The person's name (api.md, Names). Null if nobody gave one; a made-up login is not a name. */
  readonly personName: string | null
}

/** A name for storing and display: on one line, without characters that reverse or hide the words around it. */
export const cleanName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()

/** The contact's name and e-mail override the company's when present (spec §3). */
export const callerDetails = ({ contact, clientDetails }: Pick<Account, 'contact' | 'clientDetails'>) => ({
  name: contact?.name || clientDetails.name,
  email: contact?.email || clientDetails.email,
  phone: contact?.phone ?? '',
})

/** The characters of installations' and companies' codes, which occur in links, signatures and addresses. */
export const isInstallationCode = (code: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(code)
