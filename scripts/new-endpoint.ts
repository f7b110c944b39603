// `npm run new:endpoint -- tickets.reopen POST /consultas/reabrir_consulta`: writes the files of CONTRIBUTING's recipe.
import { newEndpoint } from './beginning/new-endpoint-files.ts'
import { begin } from './beginning/begin.ts'

const [called = '', method, path = ''] = process.argv.slice(2)
const [, group = '', name = ''] = /^([a-z][a-zA-Z]*)\.([a-z][a-zA-Z]*)$/.exec(called) ?? []
if (!group || (method !== 'GET' && method !== 'POST') || !/^\/[\w/-]+$/.test(path)) {
  console.error(`Usage: npm run new:endpoint -- GROUP.NAME GET|POST /PATH
such as tickets.reopen POST /consultas/reabrir_consulta, or consoleNotices.publish POST /console/notices/publish`)
  process.exit(1)
}
begin(
  (files, read) => newEndpoint({ group, name, method, path }, files, read),
  ['npm run generate', `the new test, until it passes, and then: UPDATE=1 npm run coverage`],
)
