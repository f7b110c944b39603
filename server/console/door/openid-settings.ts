/** The company's own identity provider, and what the console is called there. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the provider says (`acr`, `amr`) of whom it has asked for a second factor; of anybody else the console asks its own. */
  readonly secondFactor: { readonly acr: readonly string[]; readonly amr: readonly string[] }
}

/** What an issuer is kept and compared as. */
export const issuerOf = ({ issuer }: { readonly issuer: string }): string => new URL(issuer).href
