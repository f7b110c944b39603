import { endpoint, query } from './endpoint.ts'
import { nullable, wireObject } from './wire.ts'

/** Apart from the other calls of the manuals: every screen has its link, and most need none of those. */
export const downloadPortalManual = endpoint({
  method: 'GET',
  path: '/consultas/download_manual',
  summary: 'The online support manual as PDF',
  access: 'full-session',
  kind: 'file',
  input: query({}),
  data: nullable(wireObject({})),
})
