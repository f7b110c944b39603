/** spec §5 and §9, Attachments: which files are taken, and how many. */
export const MAX_ATTACHMENTS = 10

const SPECIFIED_EXTENSIONS = ['png', 'jpg', 'pdf', 'xlsx', 'xls', 'csv', 'doc', 'docx'] as const

/** Extensions that a provider may take beside the specification's list (`files.also` of the settings). */
export const ALSO_EXTENSIONS = ['xml', 'bc3', 'txt', 'zip'] as const
export type AlsoExtension = (typeof ALSO_EXTENSIONS)[number]

/** The extensions that files may have, always lower case. */
export type AllowedExtension = (typeof SPECIFIED_EXTENSIONS)[number] | AlsoExtension

/** Checks the number of a ticket's or reply's files, before any file is examined. */
export const countProblem = (files: number, max = MAX_ATTACHMENTS): 'too-many' | null =>
  files > max ? 'too-many' : null

/** The extensions that are taken. */
export const takenExtensions = (also: readonly AlsoExtension[]): readonly AllowedExtension[] => [
  ...SPECIFIED_EXTENSIONS,
  ...also,
]

/** Whether files of this extension are taken. */
export const isTaken = (extension: AllowedExtension, also: readonly AlsoExtension[]): boolean =>
  takenExtensions(also).includes(extension)

/** For a file chooser. */
export const acceptedBy = (also: readonly AlsoExtension[]): string =>
  takenExtensions(also)
    .map((extension) => `.${extension}`)
    .join(',')
