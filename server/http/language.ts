import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/moment.ts'

export const languageOf = (request: FastifyRequest): Language =>
  request.headers['accept-language']?.toLowerCase().startsWith('en') ? 'en' : 'es'
