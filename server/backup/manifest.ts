import * as z from 'zod/mini'

/** The parts of an archive. `docs/operation.md` describes them to operators. */
export const BEGINNING = 'backup.json'
export const END = 'end.json'
export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`
export const filePart = (id: string): string => `files/${id}`

export const FORMAT = 1

const summed = z.object({ count: z.int(), bytes: z.int(), digest: z.string() })

/** The first part: the contents, and everything that a restore needs. */
export const beginning = z.object({
  format: z.int(),
  portal: z.string(),
  madeAt: z.string(),
  /** `store_identity`: the folder of files belongs to it. */
  identity: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Beginning = z.infer<typeof beginning>

/** The last part: without it an archive is not whole. */
export const end = z.object({
  tables: z.record(z.string(), summed),
  files: summed,
  /** Named by a record, but missing in the folder and in its trash. */
  missing: z.array(z.string()),
  /** Their bytes are no longer those that were sent. */
  damaged: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
})
export type End = z.infer<typeof end>
