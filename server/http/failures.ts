import type { FastifyReply, FastifyRequest } from 'fastify'
import { sentencesIn } from '#contract/sentences.ts'
import { isDatabaseAway } from '../db/sql.ts'
import { languageOf } from './bind.ts'
import { Problem, badRequest, unavailable } from './problems.ts'

/** Answers a request that did not succeed, in the envelope and the language of every other answer. */
export async function answerOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const problem = problemOf(error, request)
  if (problem.retryAfter !== null) reply.header('Retry-After', String(problem.retryAfter))
  const message = problem.sentence(sentencesIn(languageOf(request)))
  return reply.status(problem.status).send({ ok: false, message, data: { data: problem.details } })
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database away')
    return unavailable()
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Problem(413, (s) => s.call['too-large']())
  if (status === 415) return new Problem(415, (s) => s.call['bad-request']())
  if (status >= 400 && status < 500) return badRequest()
  request.log.error({ err: error }, 'unexpected error')
  return new Problem(500, (s) => s.call.unexpected())
}
