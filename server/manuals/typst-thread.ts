import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Picture, TypesetAnswer, TypesetJob } from './typesetter.ts'

// This is a thread of its own, because typst blocks while it sets a document.

const TEMPLATE = readFileSync(new URL('document.typ', import.meta.url), 'utf8')
/** A folder in memory alone, so that no document can read a file of this machine. */
const FOLDER = '/document'
/** After this many documents typst discards everything that it cached for one. */
const REMEMBERED = 5

/** Why there is no compiler: its native part is a package for each kind of machine, and some machines have none. */
let missing: string | null = null
const compiler = await import(String(workerData)).then(
  (typst: { NodeCompiler: typeof NodeCompiler }) => typst.NodeCompiler.create({ workspace: FOLDER }),
  (error: unknown) => void (missing = String(error)),
)
parentPort?.postMessage({ missing })

parentPort?.on('message', ({ id, data, pictures }: TypesetJob) => {
  if (!compiler) return
  try {
    const { pdf, complaint } = set(compiler, data, pictures)
    const bytes = new Uint8Array(pdf)
    parentPort?.postMessage({ id, pdf: bytes, complaint } satisfies TypesetAnswer, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, complaint: String(error) } satisfies TypesetAnswer)
  }
})

/** PDF/UA if typst's own validator agrees. If no font has a character, a tagged PDF with a complaint. */
function set(
  compiler: NodeCompiler,
  data: string,
  pictures: readonly Picture[],
): { pdf: Buffer; complaint: string | null } {
  compiler.resetShadow()
  compiler.mapShadow(`${FOLDER}/data.json`, Buffer.from(data))
  for (const { name, bytes } of pictures) compiler.mapShadow(`${FOLDER}/${name}`, Buffer.from(bytes))
  const compiled = compiler.compile({ mainFileContent: TEMPLATE, resetRead: true })
  const document = compiled.result
  if (!document) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? 'no reason given'))
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: 'ua-1' }), complaint: null }
  } catch (error) {
    return { pdf: compiler.pdf(document), complaint: String(error) }
  } finally {
    compiler.evictCache(REMEMBERED)
  }
}
