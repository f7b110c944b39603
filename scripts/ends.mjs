// Loaded by every Node that `npm start` and `npm test` run. One that ends while V8 compiles beside it may wait for ever for
// that compiler, which waits for it (nodejs/node#54918): seen where a machine is busy.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--no-concurrent-sparkplug')
