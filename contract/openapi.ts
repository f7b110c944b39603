import * as z from 'zod/mini'
import { api } from './api.ts'
import { keyScopeOf } from './console/key-scopes.ts'
import { consoleApi } from './console/api.ts'
import { uploadPart } from './files/file-codec.ts'
import type { Endpoint } from './endpoint.ts'
import { shapeOf } from './wire.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

interface Named {
  readonly name: string
  readonly group: string
  readonly endpoint: Endpoint
}

/** Every endpoint of the contract, under its name in the code. */
export const endpoints = (): Named[] => [...customersEndpoints(), ...consoleEndpoints()]

export const customersEndpoints = (): Named[] => named(api)

/** The technicians' endpoints. */
export const consoleEndpoints = (): Named[] => named(consoleApi)

const named = (groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>): Named[] =>
  Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${group}.${name}`, group, endpoint })),
  )

const behindHttps = (cookie: string): string => `Behind https the cookie is called __Host-${cookie}`

/** The contract as an OpenAPI 3.1 document: the wire side of every codec. */
export const openApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Customer support portal',
    version: '1',
    description:
      'Every answer is wrapped in {ok, message, data: {data}}. A POST that changes something takes an Idempotency-Key.',
  },
  servers: [{ url: '/api' }],
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'sesion', description: behindHttps('sesion') },
      console: { type: 'apiKey', in: 'cookie', name: 'consola', description: behindHttps('consola') },
      key: { type: 'http', scheme: 'bearer', description: 'An API key whose scopes allow the call' },
    },
  },
  paths: endpoints().reduce<Record<string, Record<string, object>>>(
    (paths, { name, group, endpoint }) => ({
      ...paths,
      [endpoint.path]: {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(name, group, endpoint),
      },
    }),
    {},
  ),
})

const isConsole = ({ path }: Endpoint): boolean => path.startsWith('/console/')

const operation = (name: string, group: string, endpoint: Endpoint) => ({
  operationId: name,
  tags: [isConsole(endpoint) ? 'console' : group],
  summary: endpoint.summary,
  ...(endpoint.access !== 'public' && { security: securityOf(endpoint) }),
  ...(endpoint.method === 'GET' ? { parameters: parameters(endpoint) } : { requestBody: requestBody(endpoint) }),
  responses: {
    200: {
      description: endpoint.kind === 'file' ? 'The file' : 'Done',
      content: contentOf(endpoint),
    },
    default: {
      description: 'Not done: the message says why',
      content: { 'application/json': { schema: wrapped({}) } },
    },
  },
})

function securityOf(endpoint: Endpoint) {
  if (!isConsole(endpoint)) return [{ session: [] }]
  const scope = keyScopeOf(endpoint)
  return [{ console: [] }, ...(scope === null ? [] : [{ key: [scope] }])]
}

function contentOf(endpoint: Endpoint) {
  switch (endpoint.kind) {
    case 'file':
      return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    case 'stream':
      // OpenAPI cannot describe a stream: this is the data of each event.
      return { 'text/event-stream': { schema: answered(endpoint.data) } }
    case 'json':
    case 'upload':
    case 'static':
      return { 'application/json': { schema: answer(endpoint) } }
  }
}

const answer = ({ kind, data }: Endpoint) => (kind === 'static' ? answered(data) : wrapped(answered(data)))

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

const wireSchema = (schema: z.ZodMiniType, override: Override = () => undefined): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override })
  return rest
}

/** Texts are judged as they come in: an answer may hold longer ones. */
const answered = (schema: z.ZodMiniType): JsonSchema =>
  wireSchema(schema, ({ jsonSchema }) => {
    delete jsonSchema.maxLength
  })

const wrapped = (data: JsonSchema) => ({
  type: 'object',
  required: ['ok', 'message', 'data'],
  properties: {
    ok: { type: 'boolean' },
    message: { type: 'string' },
    data: { type: 'object', required: ['data'], properties: { data } },
  },
})

function parameters(endpoint: Endpoint) {
  const { properties = {}, required = [] } = wireSchema(endpoint.input)
  return wireNames(endpoint).map((name) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: properties[name] ?? {},
  }))
}

function requestBody(endpoint: Endpoint) {
  const schema = wireSchema(endpoint.input)
  if (endpoint.kind !== 'upload') return { content: { 'application/json': { schema } } }
  const file = { [uploadPart.name(0, 'file')]: { type: 'string', format: 'binary' } }
  return {
    content: { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, ...file } } } },
  }
}

function wireNames(endpoint: Endpoint): string[] {
  const shape = shapeOf(endpoint.input)
  return 'fields' in shape ? Object.values(shape.fields).map(({ wire }) => wire) : []
}
