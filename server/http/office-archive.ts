import yauzl from 'yauzl'

const MAX_ENTRIES = 2000
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
const MAX_RATIO = 100

/** A folder that the archive must contain to match its extension. */
const CONTENT_FOLDER = { docx: 'word/', xlsx: 'xl/', zip: '' } as const

export const isArchiveExtension = (extension: string): extension is keyof typeof CONTENT_FOLDER =>
  Object.hasOwn(CONTENT_FOLDER, extension)

const ARCHIVES = /\.(zip|jar|7z|rar|gz)$/i
/** Contents that a zip must not have either: other archives, and files that run when it is opened. */
const NOT_IN_ZIP =
  /\.(tgz|tar|bz2|xz|zst|cab|iso|img|vhdx?|exe|com|scr|pif|bat|cmd|ps1|psm1|vb[es]?|jse?|ws[cfh]|hta|msi|msp|msc|dll|cpl|lnk|url|reg|sh|app|dmg|pkg|deb|rpm|apk|docm|xlsm|pptm|xlam|html?|svg|chm)$/i

/**
 * Whether a file is a genuine office document, or a zip that may be handed on. The archive's directory decides: nothing
 * is unpacked. A file is refused like a forbidden type if it would unpack to too much, has too many parts or contains
 * another archive. A sheet embedded in a document is allowed.
 */
export async function isSoundArchive(path: string, extension: keyof typeof CONTENT_FOLDER): Promise<boolean> {
  const folder = CONTENT_FOLDER[extension]
  try {
    const archive = await yauzl.openPromise(path, { lazyEntries: true, autoClose: true })
    if (archive.entryCount > MAX_ENTRIES) {
      archive.close()
      return false
    }
    let packed = 0
    let unpacked = 0
    let belongs = false
    let nested = false
    for await (const entry of archive.eachEntry()) {
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      belongs ||= entry.fileName.startsWith(folder)
      nested ||= ARCHIVES.test(entry.fileName) || (extension === 'zip' && NOT_IN_ZIP.test(entry.fileName))
    }
    return belongs && !nested && unpacked <= MAX_UNPACKED_BYTES && unpacked <= Math.max(packed, 1) * MAX_RATIO
  } catch {
    return false
  }
}
