// `npm run assistant:evaluate`: measures how well the assistant finds answers, and whether it notices that there is
// none. Prints a line for each figure: its name, value, 95 % confidence interval and number of questions.
import { parseArgs } from 'node:util'
import { type Corpus, readCorpus } from './assistant/corpus.ts'
import { evaluated } from './assistant/evaluation.ts'
import { randomFrom } from './assistant/random.ts'
import { readSquad } from './assistant/squad.ts'
import { withTypo } from './assistant/typos.ts'

const USAGE = `Usage: npm run assistant:evaluate -- --passages FILE --questions FILE [--typos SEED]
       npm run assistant:evaluate -- --squad FILE [--withhold SEED] [--typos SEED]
FILE: JSON lines, {id, title, text, module?} and {question, passage: id|null, previous?}; or one file in SQuAD's format.
--withhold takes half of the articles away: their questions have no answer then. --typos puts one into each question.`

try {
  const { corpus, typos } = await readArguments()
  const random = randomFrom(typos ?? 0)
  const questions =
    typos === undefined
      ? corpus.questions
      : corpus.questions.map((asked) => ({ ...asked, question: withTypo(asked.question, random) }))
  for (const { name, value, low, high, of } of await evaluated({ ...corpus, questions })) {
    console.log(`${name} ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] ${of}`)
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  process.exitCode = 1
}

async function readArguments(): Promise<{ corpus: Corpus; typos: number | undefined }> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { passages: text, questions: text, squad: text, withhold: text, typos: text },
  })
  const [typos, withhold] = [values.typos, values.withhold].map((seed) =>
    seed === undefined ? undefined : Number(seed),
  )
  if (values.squad !== undefined) return { corpus: await readSquad(values.squad, withheld(withhold)), typos }
  if (values.passages === undefined || values.questions === undefined)
    throw new Error('passages and questions are needed')
  return { corpus: await readCorpus({ passages: values.passages, questions: values.questions }), typos }
}

/** Half of the articles, chosen by a seed. */
function withheld(seed: number | undefined): (article: number) => boolean {
  if (seed === undefined) return () => false
  const random = randomFrom(seed)
  const chosen: boolean[] = []
  return (article) => {
    // One of two neighbours.
    const pair = article - (article % 2)
    chosen[pair] ??= random() < 0.5
    return chosen[pair] === (article % 2 === 0)
  }
}
