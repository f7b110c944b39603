import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Passage } from '#server/assistant/evidence.ts'

/** A question of a measurement, and the place of its answer; null if there is none. */
export interface Asked {
  readonly question: string
  readonly passage: string | null
  readonly previous?: string | undefined
  readonly topic?: string | undefined
  readonly line?: string | undefined
  readonly language?: 'es' | 'en' | undefined
}

export interface Corpus {
  readonly passages: readonly Passage[]
  readonly questions: readonly Asked[]
}

const optional = z.optional(z.string())
const passage = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  module: optional,
  line: optional,
  asked: optional,
  isSecondary: z.optional(z.boolean()),
})
const question = z.object({
  question: z.string(),
  passage: z.nullable(z.string()),
  previous: z.nullish(z.string()),
  topic: z.nullish(z.string()),
  line: optional,
  language: z.optional(z.enum(['es', 'en'])),
})

/** Reads passages and questions from files of JSON lines. */
export async function readCorpus(files: { readonly passages: string; readonly questions: string }): Promise<Corpus> {
  const passages = await readLines(files.passages, passage)
  const questions = await readLines(files.questions, question)
  return {
    passages,
    questions: questions.map(({ previous, topic, ...rest }) => ({
      ...rest,
      previous: previous ?? undefined,
      topic: topic ?? undefined,
    })),
  }
}

async function readLines<Schema extends z.ZodMiniType>(file: string, schema: Schema): Promise<z.output<Schema>[]> {
  const lines = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = z.safeParse(schema, parsedJson(line))
    if (parsed.success) return [parsed.data]
    const [issue] = parsed.error.issues
    throw new Error(`${file}:${index + 1}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  })
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
