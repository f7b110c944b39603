import type { FastifyInstance } from 'fastify'
import { badRequest } from './problems.ts'

/**
 * The deepest input, the office calendar, has six levels. Deeper nesting could exhaust the stack of code that recurses
 * over a value.
 */
const MAX_DEPTH = 32

/** How JSON is received. A call without payload may have an empty body, whatever its content type. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') done(null, {})
    // A handler would take it for a missing body.
    else if (text.trim() === 'null') done(badRequest())
    else if (isDeeperThan(MAX_DEPTH, text)) done(badRequest())
    else void parse(request, text, done)
  })
}

/** One pass over the characters: a regular expression would backtrack over unclosed quotes. */
function isDeeperThan(depth: number, json: string): boolean {
  let open = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '[' || character === '{') open += 1
    else if (character === ']' || character === '}') open -= 1
    if (open > depth) return true
  }
  return false
}
