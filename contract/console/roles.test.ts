import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Access } from '../endpoint.ts'
import { consoleEndpoints } from '../openapi.ts'

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

/** Every call of the console with the least that may make it, by what it is about. */
function roles(): string {
  const rows = consoleEndpoints().map(({ group, endpoint: { method, path, access, summary } }) => {
    const who = Object.entries(WHO).find(([name]) => name === access)?.[1]
    if (!who) throw new Error(`${path} is no call of the console: ${access}`)
    return { group, row: `| ${summary} | ${method} ${path.replace('/console', '')} | ${who} |` }
  })
  const tables = [...Map.groupBy(rows, ({ group }) => group)].map(
    ([group, calls]) => `## ${group}

| | \`/api/console\` | Least |
|---|---|---|
${calls.map(({ row }) => row).join('\n')}
`,
  )
  return `# Roles at the console

Written from the contract (\`UPDATE=1 npm run unit -- contract/console/roles.test.ts\`): each call, and who is the least that
may make it. A supervisor may whatever a technician may; no customer may any of it, and no technician any call of the
customers'. \`server/isolation/console.test.ts\` makes each call as everybody who may not. What a call allows to
some only says so itself.

${tables.join('\n')}`
}
