import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Access } from '../endpoint.ts'
import { consoleEndpoints } from '../openapi.ts'
import { keyScopeOf } from './key-scopes.ts'

const FILE = new URL('../../docs/roles.md', import.meta.url)

test('docs/roles.md is what the contract says (UPDATE=1 writes it)', () => {
  const document = roles()
  if (process.env.UPDATE === '1') writeFileSync(FILE, document)
  expect(readFileSync(FILE, 'utf8')).toBe(document)
})

const WHO = {
  public: 'anybody',
  'enrolling-technician': 'technician without a second factor yet',
  technician: 'technician',
  supervisor: '**supervisor**',
} satisfies Partial<Record<Access, string>>

/**
 * The calls that let somebody act in another's name, with the lowest role and further conditions. New ones must be listed here.
 */
const IN_ANOTHERS_NAME: readonly (readonly [string, Access, string, string])[] = [
  [
    'POST /console/password-links',
    'supervisor',
    'an administrator of a client',
    'Alone only for one who has never entered; else it is asked for',
  ],
  [
    'POST /console/password-links/decide',
    'supervisor',
    'an administrator of a client',
    'Another supervisor than who asked: within 90 days neither gave the other access, and nobody gave it to both; its use is audited, ends the sessions, and its owner is told',
  ],
  ['POST /console/contacts/create', 'technician', 'a contact to be', 'An administrator: a supervisor'],
  [
    'POST /console/contacts/change',
    'technician',
    'a contact',
    'An administrator: a supervisor, also for the address that links are sent to, and for that of whoever has a password',
  ],
  [
    'POST /console/contacts/reset-second-factor',
    'supervisor',
    'an administrator of a client',
    'The password stays; ends its sessions, and its owner is told',
  ],
  [
    'POST /console/calls',
    'technician',
    'whoever called',
    'The entry is marked as written down by Support (`anotadoPorSoporte`)',
  ],
  [
    'POST /console/signing-keys/create',
    'supervisor',
    'any contact of an installation',
    'Whoever has the secret signs entries; each names its key, and revoking it ends their sessions',
  ],
  [
    'POST /console/clients/take-on',
    'supervisor',
    'any contact of an installation',
    'The same, for an installation that it makes',
  ],
  ['POST /console/signing-keys/rotate', 'supervisor', 'any contact of an installation', 'The same'],
  ['POST /console/api-keys/create', 'supervisor', 'a program', 'An account of its own, which nobody can enter by'],
  ['POST /console/api-keys/rotate', 'supervisor', 'a program', 'The same'],
  [
    'POST /console/technicians/create',
    'supervisor',
    'a technician to be',
    'The password by a link, the second factor at the first log-in',
  ],
  [
    'POST /console/technicians/password-link',
    'supervisor',
    'a technician',
    'The second factor stays; its use ends the sessions',
  ],
  [
    'POST /console/technicians/reset-second-factor',
    'supervisor',
    'a technician',
    'The password stays; ends the sessions',
  ],
  [
    'POST /console/technicians/change',
    'supervisor',
    'a technician',
    'Another identity at the provider ends the sessions; another address counts once it is confirmed there, and the one before is told',
  ],
  [
    'POST /console/technicians/identity',
    'supervisor',
    'a technician',
    'Only who came with the verified address that was entered',
  ],
]

test('an act in another’s name is always a listed call of the console', () => {
  const calls = new Map(
    consoleEndpoints().map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.access]),
  )
  for (const [call, access] of IN_ANOTHERS_NAME) expect(`${call} ${calls.get(call)}`).toBe(`${call} ${access}`)
  // Every call whose name speaks of a link or a key is on the list.
  const handing = [...calls.keys()].filter((call) =>
    /^POST .*(password-links?$|keys\/(create|rotate)|identity$)/.test(call),
  )
  const own = ['POST /console/password-link']
  const listed = IN_ANOTHERS_NAME.map(([call]) => call)
  expect(handing.filter((call) => !listed.includes(call) && !own.includes(call))).toEqual([])
})

test('no key allows a call that is a supervisor’s, ends in another’s name, answers with a secret or needs no session', () => {
  const byKey = consoleEndpoints().filter(({ endpoint }) => keyScopeOf(endpoint) !== null)
  expect(byKey.length).toBeGreaterThan(30)
  const inAnothersName = IN_ANOTHERS_NAME.map(([call]) => call)
  const wrong = byKey.filter(
    ({ endpoint: { method, path, access, answersSecret } }) =>
      access !== 'technician' || answersSecret || inAnothersName.includes(`${method} ${path}`),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
  // A call needs a scope for writing exactly if it changes something.
  for (const { name, endpoint } of byKey) {
    expect(`${name} ${keyScopeOf(endpoint)?.endsWith('-write')}`).toBe(`${name} ${endpoint.changes}`)
  }
})

const WHO_BY_ACCESS = new Map<string, string>(Object.entries(WHO))

/** Every call of the console by subject, with the lowest role that may make it. */
function roles(): string {
  const rows = consoleEndpoints().map(({ group, endpoint }) => {
    const { method, path, access, summary } = endpoint
    const scope = keyScopeOf(endpoint)
    const who = WHO_BY_ACCESS.get(access)
    if (!who) throw new Error(`${path} is no call of the console: ${access}`)
    return {
      group,
      row: `| ${summary} | ${method} ${path.replace('/console', '')} | ${who} | ${scope === null ? '' : `\`${scope}\``} |`,
    }
  })
  const tables = [...Map.groupBy(rows, ({ group }) => group)].map(
    ([group, calls]) => `## ${group}

| | \`/api/console\` | Least | A key with |
|---|---|---|---|
${calls.map(({ row }) => row).join('\n')}
`,
  )
  return `# Roles at the console

Written from the contract (\`npm run generate\`): each call, and the lowest role that may make it. A supervisor may do
everything that a technician may. No customer may make any of these calls, and no technician any of the customers'.
A program makes those calls that its API key has the scope for (\`contract/console/key-scopes.ts\`), and no others.
\`server/isolation/console.test.ts\` makes each call as everybody who may not. Further conditions are part of a call's
description.

${tables.join('\n')}
## In another's name

These calls let somebody act as somebody else. The audit records each with its author.

| | Least | As whom | What else |
|---|---|---|---|
${IN_ANOTHERS_NAME.map(([call, access, whom, more]) => `| ${call.replace('/console', '')} | ${WHO_BY_ACCESS.get(access)} | ${whom} | ${more} |`).join('\n')}
`
}
