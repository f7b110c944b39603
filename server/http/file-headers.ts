interface SentFile {
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

const SHOWN_INLINE = ['image/png', 'image/jpeg', 'application/pdf']

/** A file that somebody sent is never trusted by a browser: typed by us, in a sandbox, out of every cache. */
export const headersOf = ({ name, mime, bytes }: SentFile): Record<string, string> => ({
  'Content-Type': mime === 'text/csv' ? 'text/csv; charset=utf-8' : mime,
  'Content-Length': String(bytes),
  'Content-Disposition': contentDisposition(SHOWN_INLINE.includes(mime) ? 'inline' : 'attachment', name),
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
})

/** How a download is called, for browsers that read RFC 6266 and for those that do not. */
export const contentDisposition = (shown: 'inline' | 'attachment', name: string): string =>
  `${shown}; filename="${asciiName(name)}"; filename*=UTF-8''${encodedName(name)}`

const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\]/g, '_')

/** RFC 5987: what encodeURIComponent leaves as it is and the header may not hold, besides. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
