// A mail server in a process of its own that kills itself at a step: port, step («none»: never), the file for the mails
// that it has accepted.
import { appendFileSync } from 'node:fs'
import { mailServer } from '../testing/mail-server.ts'

const [port = '0', step = 'none', kept = ''] = process.argv.slice(2)
const server = await mailServer(Number(port))
const die = () => process.kill(process.pid, 'SIGKILL')

server.behaviour.at = (stage, to) => {
  if (stage === 'text' && step === 'kept') {
    appendFileSync(kept, `${to}\n`)
    die()
    return 'hang'
  }
  if (stage === step) {
    die()
    return 'hang'
  }
  if (stage === 'text') appendFileSync(kept, `${to}\n`)
  return null
}
process.stdout.write(`${new URL(server.url).port}\n`)
