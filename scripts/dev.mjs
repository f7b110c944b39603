// `npm run dev`: sets the clone up, and hands over to dev.ts on a suitable Node.
import { join } from 'node:path'
import { productNode, root, run, setUp } from './setup.mjs'

const problem = await setUp({ anyBuild: true })
if (problem) {
  console.error(problem)
  process.exit(1)
}
const { code, stopped } = await run(productNode(), [join(root, 'scripts/dev.ts')])
process.exit(stopped ? 0 : (code ?? 1))
