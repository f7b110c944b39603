// `npm run backup -- …` and the like: runs `scripts/<name>.ts`, once it is clear that this Node can.
import { isNewEnough } from '#server/node-version.mjs'

const [name = ''] = process.argv.splice(2, 1)
if (isNewEnough()) await import(`../${name}.ts`)
