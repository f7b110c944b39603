// The server, as production starts it. If Node is too old, it says so instead of failing at the first line of
// TypeScript.
import { isNewEnough } from './node-version.mjs'

if (isNewEnough()) await import('./main.ts')
