import type { FastifyInstance } from 'fastify'
import { badRequest } from './problems.ts'

/** The deepest that a call takes is an office's calendar, of six. What goes through a value in turn has a stack to fill. */
const MAX_DEPTH = 32

/** How JSON is taken in. A call without a payload may come with an empty body, whatever it says it holds. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') done(null, {})
    else if (isDeeperThan(MAX_DEPTH, text)) done(badRequest())
    else void parse(request, text, done)
  })
}

/** One look at each character: an expression would look again and again at a text whose quotes never close. */
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
