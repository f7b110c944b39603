import { fileId } from '../../files/file-codec.ts'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { foundPage } from '../../search.ts'
import {
  consoleObject,
  count,
  inAddress,
  instant,
  list,
  nullable,
  oneOf,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
} from '../../wire.ts'

/** The kinds of records that technicians find, in the order of the groups. */
export const CONSOLE_SEARCH_KINDS = [
  'ticket',
  'message',
  'note',
  'file',
  'incident',
  'development',
  'valuation',
  'person',
  'client',
  'installation',
  'canned-answer',
  'manual',
  'version',
] as const
export type ConsoleSearchKind = (typeof CONSOLE_SEARCH_KINDS)[number]

/** For a message, note or file, also the record that it belongs to. */
const hit = consoleObject({
  ticket: optional(recordNumber('ticket')),
  incident: optional(recordNumber('incident')),
  development: optional(recordNumber('incident')),
  valuation: optional(recordNumber('valuation')),
  contact: optional(recordNumber('contact')),
  installation: optional(recordCode('installation')),
  cannedAnswer: optional(recordNumber('canned-answer')),
  file: optional(fileId),
  document: optional(text(120)),
  section: optional(text(200)),
  client: nullable(consoleObject({ code: recordNumber('client'), name: text(200) })),
  title: text(400),
  /** The sought words stand in <mark>; everything else is escaped. */
  snippet: text(2000),
  at: nullable(instant),
})

export const consoleSearch = {
  find: endpoint({
    method: 'GET',
    path: '/console/search',
    summary:
      'Everything technicians may see that says some words, by kind, ten of each; open or closed, of all clients',
    access: 'technician',
    input: consoleInput({
      q: requiredText(200),
      /** One kind alone. */
      kind: optional(oneOf(CONSOLE_SEARCH_KINDS)),
      page: optional(inAddress(foundPage)),
    }),
    data: consoleObject({
      groups: list(consoleObject({ kind: oneOf(CONSOLE_SEARCH_KINDS), total: count, items: list(hit) })),
    }),
  }),
}
