import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { coded, shapeOf } from './wire.ts'

/** Why a call was refused, for programs: it travels as `data.data.codigo`. */
const failureCode = coded({
  sesion: 'no-session',
  rol: 'role-missing',
  origen: 'other-site',
  otra_sesion: 'other-session',
  segundo_factor: 'second-factor',
  segundo_factor_por_poner: 'second-factor-missing',
})
export type FailureCode = z.output<typeof failureCode>

const withCode = z.object({ codigo: failureCode })
const withProblems = z.object({ errores: z.record(z.string(), z.string()) })

export interface FailureDetails {
  readonly code: FailureCode | null
  /** Sentences by the readable names of the endpoint's input. */
  readonly fields: Readonly<Record<string, string>>
}

/** The data of a failed answer: a code for programs, or a sentence for each wrong field by its wire name. */
export const codeOnWire = (code: FailureCode) => z.encode(withCode, { codigo: code })
export const problemsOnWire = (fields: Record<string, string>) => z.encode(withProblems, { errores: fields })

/** A failed envelope's data beside its sentence. */
export function failureDetails(endpoint: Endpoint, data: unknown): FailureDetails {
  const code = z.safeDecode(withCode, data as never)
  const problems = z.safeDecode(withProblems, data as never)
  return {
    code: code.success ? code.data.codigo : null,
    fields: problems.success ? readableNames(endpoint, problems.data.errores) : {},
  }
}

function readableNames(endpoint: Endpoint, byWire: Record<string, string>): Record<string, string> {
  const shape = shapeOf(endpoint.input)
  const names = new Map(
    'fields' in shape ? Object.entries(shape.fields).map(([name, { wire }]) => [wire, name] as const) : [],
  )
  return Object.fromEntries(Object.entries(byWire).map(([wire, sentence]) => [names.get(wire) ?? wire, sentence]))
}
