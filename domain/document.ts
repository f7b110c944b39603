import * as z from 'zod/mini'
import type { ClientArea } from './account.ts'

/** Where a link inside the provider's documents leads: a document, and a section of it or its beginning. */
const link = z.object({ document: z.string(), section: z.nullable(z.string()) })

/** Text in one style. A sentence is a list of runs: there is nothing nested in them. */
const run = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  emphasis: z.optional(z.boolean()),
  code: z.optional(z.boolean()),
  link: z.optional(link),
})
const runs = z.array(run)

const paragraph = z.object({ kind: z.literal('paragraph'), runs })
/** A picture on a line of its own, by its file's name; the text says the same to who does not see it. */
const image = z.object({ kind: z.literal('image'), name: z.string(), alt: z.string() })
const table = z.object({
  kind: z.literal('table'),
  align: z.array(z.enum(['left', 'center', 'right'])),
  header: z.array(runs),
  rows: z.array(z.array(runs)),
})
const callout = z.object({
  kind: z.literal('callout'),
  tone: z.enum(['notice', 'important', 'tip', 'example']),
  get blocks() {
    return z.array(z.union([paragraph, image, table, list]))
  },
})
const innerList = z.object({
  kind: z.literal('list'),
  ordered: z.boolean(),
  start: z.int(),
  items: z.array(z.array(z.union([paragraph, image]))),
})
const list = z.object({
  kind: z.literal('list'),
  ordered: z.boolean(),
  start: z.int(),
  items: z.array(z.array(z.union([paragraph, image, table, callout, innerList]))),
})
const heading = z.object({
  kind: z.literal('heading'),
  id: z.nullable(z.string()),
  title: z.string(),
  since: z.nullable(z.string()),
})

/** What a section is made of. */
export const block = z.union([paragraph, heading, list, table, callout, image])

export type Link = z.infer<typeof link>
export type Run = z.infer<typeof run>
export type Block = z.infer<typeof block>
