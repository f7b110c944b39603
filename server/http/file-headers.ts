interface SentFile {
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

const SHOWN_INLINE = ['image/png', 'image/jpeg', 'application/pdf']

/** No browser trusts an uploaded file: we state its type, sandbox it and forbid caching. */
export const headersOf = ({ name, mime, bytes }: SentFile): Record<string, string> => ({
  'Content-Type': mime === 'text/csv' ? 'text/csv; charset=utf-8' : mime,
  'Content-Length': String(bytes),
  'Content-Disposition': contentDisposition(SHOWN_INLINE.includes(mime) ? 'inline' : 'attachment', name),
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
})

/** The file's name, for browsers with and without RFC 6266. */
export const contentDisposition = (shown: 'inline' | 'attachment', name: string): string =>
  `${shown}; filename="${asciiName(name)}"; filename*=UTF-8''${encodedName(name)}`

const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\]/g, '_')

/** RFC 5987: encodes what encodeURIComponent leaves but the header forbids. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
