// Loaded by every Node that `npm start` and `npm test` run. A Node that ends while V8 compiles in the background may
// wait for ever for that compiler, which waits for Node (nodejs/node#54918). It happens on busy machines.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--no-concurrent-sparkplug')
