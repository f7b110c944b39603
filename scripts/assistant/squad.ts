import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Corpus } from './corpus.ts'

const squad = z.object({
  data: z.array(
    z.object({
      title: z.optional(z.string()),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(z.object({ question: z.string(), is_impossible: z.optional(z.boolean()) })),
        }),
      ),
    }),
  ),
})

/** The paragraphs and questions of a file in SQuAD's format; questions of withheld articles have no answer. */
export async function readSquad(file: string, isWithheld: (article: number) => boolean): Promise<Corpus> {
  const { data } = z.parse(squad, JSON.parse(await readFile(file, 'utf8')))
  const paragraphs = data.flatMap(({ title = '', paragraphs: own }, article) =>
    own.map(({ context, qas }, index) => ({
      passage: {
        id: `${article}#${index}`,
        title: title.replaceAll('_', ' '),
        text: context.replace(/^\uFEFF/, ''),
      },
      isThere: !isWithheld(article),
      qas,
    })),
  )
  return {
    passages: paragraphs.filter(({ isThere }) => isThere).map(({ passage }) => passage),
    questions: paragraphs.flatMap(({ passage, isThere, qas }) =>
      qas.map(({ question, is_impossible: isImpossible = false }) => ({
        question,
        passage: isThere && !isImpossible ? passage.id : null,
      })),
    ),
  }
}
