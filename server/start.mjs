// The server, as production starts it: a Node that is too old is told so, instead of failing at the first line of TypeScript.
import { isNewEnough } from './node-version.mjs'

if (isNewEnough()) await import('./main.ts')
