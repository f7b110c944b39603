/** The company's identity provider, and the console's name and secret there. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The values of `acr` and `amr` by which the provider confirms a second factor; without them the console asks for its own. */
  readonly secondFactor: { readonly acr: readonly string[]; readonly amr: readonly string[] }
}

/** The normal form in which issuers are stored and compared. */
export const issuerOf = ({ issuer }: { readonly issuer: string }): string => new URL(issuer).href
