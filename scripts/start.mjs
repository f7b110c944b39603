// `npm start`: sets the clone up and runs the server in the foreground until it is told to stop.
import { join } from 'node:path'
import { productNode, root, run, setUp } from './setup.mjs'

stopWithNpm()
const problem = await setUp()
if (problem) fail(problem)
// The channel tells the server if this process is killed.
const { code, signal } = await run(productNode(), [join(root, 'server/main.ts')], {
  cwd: process.cwd(),
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
if (signal) fail(`The server was killed (${signal}). Nothing that it had acknowledged is lost: start it again.`)
process.exit(code ?? 1)

/** A killed npm tells nobody; we notice it by our changed parent. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
