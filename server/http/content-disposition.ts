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
