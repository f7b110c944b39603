import { basename, dirname, join } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/openapi.ts'
import { signedEntry } from '#contract/entry-codec.ts'
import { currentTicket } from '#contract/ticket-codec.ts'
import { type Shape, shapeOf } from '#contract/wire.ts'
import { urgencyEs } from '#contract/sentences-es.ts'
import { DEFAULT_URGENCY, URGENCIES, pressing } from '#domain/urgency.ts'
import { labelOf } from '#console/audit/record-label.ts'
import { auditEs } from '#console/messages/audit-es.ts'
import { mastersEs } from '#console/messages/masters-es.ts'
import { LINES } from '#server/move/lines.ts'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import { UNDESCRIBED } from './scripts/beginning/source.ts'

// The rules of CONTRIBUTING.md that a linter cannot check.

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
const source = (folders: string[]) =>
  files.filter(
    (file) =>
      folders.some((folder) => file.startsWith(`${folder}/`)) &&
      /\.tsx?$/.test(file) &&
      !/\.(test|e2e)\.tsx?$/.test(file) &&
      !/^server\/(testing|isolation|process|demo(?!\/load-demo))\//.test(file),
  )
const read = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
/** Within a sentence, a wire name is an ordinary Spanish word. */
const withoutSentences = (text: string) =>
  text.replaceAll(/'[^'\n]*'|`[^`]*`/g, (literal) => (/[\s:]/.test(literal) ? "''" : literal))
/** In a file of Spanish words the values are for display; the keys are names. */
const withoutShown = (file: string, text: string) =>
  file.endsWith('-es.ts') ? text.replaceAll(/(?<=: )'[^'\n]*'/g, "''") : text
/** Browser addresses and the front matter of manuals are Spanish; each is read in one place. */
const READ_IN_SPANISH = [
  'portal/paths.ts',
  'portal/tickets/tickets-search.ts',
  'portal/options/options-search.ts',
  'console/paths.ts',
  'console/audit/audit-search.ts',
  'console/outbox/outbox-search.ts',
  'console/queue/queue-search.ts',
  'console/ticket/ticket-search.ts',
  'console/work/work-search.ts',
  'server/mail/notification-mail.ts',
  'server/manuals/document-file.ts',
]

type Names = (readonly [wire: string, name: string])[]

function wireNames(shape: Shape, names: Names = []): Names {
  if ('list' in shape) return wireNames(shape.list, names)
  if ('identity' in shape) return names
  for (const [name, { wire, shape: inner }] of Object.entries(shape.fields)) {
    names.push([wire, name])
    wireNames(inner, names)
  }
  return names
}

/** The heading under which `npm run generate` adds rows to the glossary. */
const NEW_FIELDS = '\n### New fields\n\n| Wire | Name | |\n|---|---|---|\n'

const schemas = [...endpoints().flatMap(({ endpoint }) => [endpoint.input, endpoint.data]), signedEntry, currentTicket]
const named = schemas.flatMap((schema) => wireNames(shapeOf(schema)))
const renamed = named.filter(([wire, name]) => wire !== name)

test('a closed set of the domain is listed nowhere else: it is imported', async () => {
  const modules = await Promise.all(
    source(['domain']).map((file) => import(/* @vite-ignore */ `./${file}`) as Promise<object>),
  )
  const isWords = (value: unknown): value is string[] =>
    Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'string')
  const keyOf = (words: readonly string[]) => words.toSorted().join()
  const sets = new Map<string, string>(
    modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, value]) => (isWords(value) ? [[keyOf(value), name] as const] : [])),
    ),
  )
  const found = source(['contract', 'server', 'browser', 'portal', 'console', 'ui']).flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/\[\s*('[^']*'(?:,\s*'[^']*')*),?\s*\]/g)].flatMap(([, list = '']) => {
      const name = sets.get(keyOf([...list.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)))
      return name === undefined ? [] : [`${file}: ${name}`]
    }),
  )
  expect(found).toEqual([])
})

describe('wire names', () => {
  // As a property, a key or a whole string; within a sentence it is an ordinary word.
  const usedIn = (text: string): Set<string> =>
    new Set(
      [...text.matchAll(/\.(\w+)\b(?!['"])|\b(\w+)(?=\??:)|['"\x60](\w+)(?=['"\x60])/g)].flatMap((found) =>
        found.slice(1),
      ),
    )

  test('stand only in contract/', () => {
    // A wire name equal to an internal name, such as `password`, proves nothing; nor does one that others use: `params` is the
    // router's, `session_id` a column, `finish_reason` every language model's, `iss` and `sub` every token's.
    const inside = new Set([...named.map(([, name]) => name), 'params', 'session_id', 'finish_reason', 'iss', 'sub'])
    // Flags in capitals are also environment variables, which server/env.ts reads.
    const names = [...new Set(renamed.map(([wire]) => wire))].filter(
      (name) => name.length > 2 && name !== name.toUpperCase() && !inside.has(name),
    )
    const found = source(['domain', 'server', 'browser', 'portal', 'console', 'ui']).flatMap((file) => {
      if (READ_IN_SPANISH.includes(file)) return []
      const text = withoutSentences(withoutShown(file, withoutComments(read(file))))
      const used = usedIn(text)
      return names.filter((name) => used.has(name)).map((name) => `${file}: ${name}`)
    })
    expect(found).toEqual([])
  })

  test('are all in the glossary, each beside its name inside (UPDATE=1 adds the rows)', () => {
    const row = ([wire, name]: readonly [string, string]) => `| \`${wire}\` | \`${name}\` |`
    const missingIn = (glossary: string) => [
      ...new Set(renamed.map((each) => row(each)).filter((each) => !glossary.includes(each))),
    ]
    const before = read('docs/glossary.md')
    const added = missingIn(before).map((each) => `${each} ${UNDESCRIBED} |\n`)
    if (process.env.UPDATE === '1' && added.length > 0) {
      writeFileSync('docs/glossary.md', `${before}${before.includes(NEW_FIELDS) ? '' : NEW_FIELDS}${added.join('')}`)
    } else if (process.env.UPDATE === '1' && before.endsWith(NEW_FIELDS)) {
      writeFileSync('docs/glossary.md', before.slice(0, -NEW_FIELDS.length))
    }
    const glossary = read('docs/glossary.md')
    expect(missingIn(glossary)).toEqual([])
    // A generated row waits for somebody to move it to its record and describe it; the last one that leaves takes the heading along.
    expect(glossary.endsWith(NEW_FIELDS), 'npm run generate removes the empty table').toBe(false)
    expect(glossary.split('\n').filter((line) => line.includes(UNDESCRIBED))).toEqual([])
  })
})

test('every file that began as a recipe has been described', () => {
  const houses = ['contract', 'server', 'portal', 'console', 'e2e']
  const begun = files.filter((file) => /\.tsx?$/.test(file) && houses.some((house) => file.startsWith(`${house}/`)))
  expect(begun.filter((file) => read(file).includes(UNDESCRIBED))).toEqual([])
})

describe('the rules', () => {
  test('read no clock', () => {
    const found = source(['domain']).filter((file) => /Date\.now\(|new Date\(\)/.test(withoutComments(read(file))))
    expect(found).toEqual([])
  })
})

describe('statements', () => {
  const schema = files
    .filter((file) => file.endsWith('.sql'))
    .map(read)
    .join('\n')
  const tables = [...schema.matchAll(/call protect\('(\w+)'\)/g)].map(([, table]) => table)
  const scoped: Record<string, RegExp> = {
    t: /visibleTickets\(|listedTickets\(|listed\(|numbered\(|where \$\{where\}/,
    i: /(?:visible|listed)Incidents\(|where \$\{where\}/,
    d: /(?:visible|listed)Developments\(|where \$\{where\}/,
    v: /awaitedValuations\(/,
    a: /staged\(/,
    u: /ofTurn\(/,
  }

  test('that answer a list say how long it may be', () => {
    // These tables grow with the acts of customers and technicians, unlike the provider's own masters and bounded ones.
    const bounded = new Set([
      'server/assistant/abandonment.ts: door_clients',
      'server/assistant/conversation-store.ts: conversation_turn',
      'server/assistant/conversation-store.ts: entry',
      'server/console/assistant/assistant-review-store.ts: conversation_turn',
      'server/console/tickets/call-store.ts: contact_installation',
      'server/console/tickets/merge-store.ts: entry',
      'server/console/tickets/support-ticket-store.ts: company',
      'server/console/tickets/support-ticket-store.ts: module',
      'server/console/tickets/support-ticket-store.ts: canned_answer',
      'server/incidents/incident-store.ts: incident_claim',
      'server/scope/draft-store.ts: draft_key',
      'server/tickets/blocking-store.ts: incident_ticket',
      'server/tickets/ticket-store.ts: module',
    ])
    const STORE =
      /^server\/(?:tickets|incidents|scope|assistant|console\/(?:tickets|work|assistant|masters|technicians))\/[\w-]+\.ts$/
    const found = source(['server'])
      .filter((file) => STORE.test(file))
      .flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/\brows(?:<[^(]*>)?\(\s*sql`/g)].flatMap((match) => {
          const statement = templateAt(match.input, match.index + match[0].length)
          const isList = /^\s*\(?select (?!set_config)/.test(statement)
          const hasMost = /\blimit\b|\$\{newest|= any ?\(|\$\{isAmong\(|\bfor update\b|\$\{which\}/.test(statement)
          const [, table = ''] = /\bfrom (\w+)/.exec(statement) ?? []
          return isList && !hasMost && !bounded.has(`${file}: ${table}`) ? [`${file}: ${table}`] : []
        }),
      )
    expect(found).toEqual([])
  })

  test("on a client's table start at the client", () => {
    const found = source(['server']).flatMap((file) => {
      if (file.startsWith('server/demo/')) return []
      const statements = withoutComments(read(file)).split('sql`').slice(1)
      // A console query across clients says so: `from ticket any_t`. portal_app would find nothing there.
      const mayReachAny = /^server\/console\/(?:[a-z]+\/)?[\w-]+-store\.ts$/.test(file)
      return [
        ...withoutComments(read(file)).matchAll(
          new RegExp(String.raw`\b(?:from|join|update) (${tables.join('|')}) (\w+)\b`, 'g'),
        ),
      ]
        .filter(([match, , alias = '']) => {
          if (mayReachAny && alias.startsWith('any_')) return false
          const own = new RegExp(String.raw`own\('${alias}'\)|\b${alias}\.client_id = `)
          const holding = statements.filter((statement) => statement.includes(match))
          return !holding.every((statement) => own.test(statement) || scoped[alias]?.test(statement))
        })
        .map(([match]) => `${file}: ${match}`)
    })
    expect(tables.length).toBeGreaterThan(15)
    expect(found).toEqual([])
  })
})

describe('imports', () => {
  const modules = files.filter((file) => /\.(tsx?|mjs)$/.test(file))
  const known = new Set(modules)
  /** Which files of the project each file imports, statically or later, types included. */
  const imports = new Map(
    modules.map((file) => {
      const named = withoutComments(read(file)).matchAll(/\b(?:from|import)\s*\(?\s*'([#.][^'\n]*)'/g)
      const paths = [...named].map(([, name = '']) =>
        name.startsWith('#') ? name.slice(1) : join(dirname(file), name).replaceAll('\\', '/'),
      )
      return [file, new Set(paths.filter((path) => known.has(path)))] as const
    }),
  )
  const product = modules.filter((file) => !/\.(test|e2e)\.tsx?$/.test(file))

  test('keep to the arrows of the map in docs/architecture.md', () => {
    const may: Record<string, readonly string[]> = {
      domain: [],
      contract: ['domain'],
      ui: [],
      browser: ['ui', 'contract', 'domain'],
      portal: ['browser', 'ui', 'contract', 'domain'],
      console: ['browser', 'ui', 'contract', 'domain'],
      server: ['contract', 'domain'],
    }
    const houseOf = (file: string) => file.split('/')[0] ?? ''
    const found = product.flatMap((file) => {
      const from = houseOf(file)
      const allowed = /^server\/(process|testing|isolation)\//.test(file) ? undefined : may[from]
      return [...(imports.get(file) ?? [])]
        .filter((path) => allowed && houseOf(path) !== from && !allowed.includes(houseOf(path)))
        .map((path) => `${file} → ${path}`)
    })
    expect(found).toEqual([])
  })

  test('bring nothing of the provider into the web applications: it comes with the page, from `CONTENT_DIR`', () => {
    const web = product.filter((file) => /^(portal|console|browser)\/(?!testing\/)/.test(file))
    expect(web.filter((file) => read(file).includes("'#content/"))).toEqual([])
  })

  test('go in no circle', () => {
    const left = new Map(imports)
    const isImported = (file: string) => [...left.values()].some((paths) => paths.has(file))
    const isFree = ([file, paths]: readonly [string, ReadonlySet<string>]) =>
      ![...paths].some((path) => left.has(path)) || !isImported(file)
    // A file without imports left, or that no file left imports, is in no circle.
    for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree)) {
      for (const [file] of free) left.delete(file)
    }
    expect([...left.keys()]).toEqual([])
  })

  test("of routes are their mounters' alone: a routes file is nobody's library", () => {
    const found = product.flatMap((file) =>
      [...(imports.get(file) ?? [])]
        .filter((path) => /^server\/.*-routes\.ts$/.test(path) && !/^server\/(app|console\/console)\.ts$/.test(file))
        .map((path) => `${file} → ${path}`),
    )
    expect(found).toEqual([])
  })

  test('of the demo, by what runs in production, wait until it is asked for', () => {
    const found = product.filter(
      (file) =>
        /^server\/(?!demo\/|testing\/|isolation\/|process\/)/.test(file) &&
        /\bfrom\s+'[^']*\/demo\//.test(withoutComments(read(file))),
    )
    expect(found).toEqual([])
  })

  test('the hours of the office come without the schema of its calendar, or a page has it for every rule that asks for them', () => {
    const values = [...read('domain/office-hours.ts').matchAll(/^import (?!type )[^']*'([^']*)'/gm)]
    expect(values.map(([, from]) => from)).toEqual(['@date-fns/tz/tzOffset', './office/weekdays.ts'])
  })
})

describe('migrations', () => {
  const DESTRUCTIVE =
    /\b(drop\s+(?:table|column|schema|type|view)|truncate|delete\s+from|alter\s+column\s+\w+\s+(?:set\s+data\s+)?type|rename)\b/iu
  /** Statements that take something away without a reason on a line above. */
  const silent = (text: string) =>
    text
      .split(/;\s*$/mu)
      .filter((statement) => !/^-- TAKES AWAY: .{20,}$/mu.test(statement))
      .flatMap((statement) => DESTRUCTIVE.exec(statement.replaceAll(/--.*$/gmu, ''))?.[1] ?? [])

  test('take nothing away without saying why, in a line «-- TAKES AWAY: …» above the statement', () => {
    const found = files
      .filter((file) => file.startsWith('server/db/migrations/'))
      .flatMap((file) => silent(read(file)).map((act) => `${file}: ${act}`))
    // Older than the rule; it first copied the column to two others.
    expect(found).toEqual(['server/db/migrations/0006_work.sql: drop column'])
    expect(silent('alter table a drop column b;')).toEqual(['drop column'])
    expect(silent('alter table a\n  alter column b type int;')).toEqual(['alter column b type'])
    expect(silent('-- TAKES AWAY: nobody has read it since 0031, which copied it.\ndelete from a;')).toEqual([])
    expect(silent('-- TAKES AWAY: it.\ntruncate a;\nalter table a add c int;')).toEqual(['truncate'])
  })

  test('have each its own number', () => {
    const numbers = files.flatMap((file) => /^server\/db\/migrations\/(\d{4})_/u.exec(file)?.[1] ?? [])
    expect(numbers).toEqual([...new Set(numbers)])
  })
})

describe('files', () => {
  test('stand some thirty in a folder at most', () => {
    const sources = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|e2e)\.tsx?$/.test(file))
    const beside = Map.groupBy(sources, (file) => dirname(file))
    expect([...beside].flatMap(([folder, { length }]) => (length > 32 ? [`${folder}: ${length}`] : []))).toEqual([])
  })

  test('are named for their content', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|lib|types)(\/|\.\w+$)/.test(file))).toEqual([])
  })

  test('of one part of the house have each its own name; at the console one may have that of the customers’ side', () => {
    const sources = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|e2e)\.tsx?$/.test(file))
    const namesakes = Map.groupBy(sources, (file) => {
      const [part = ''] = file.split('/')
      const side = file.includes('/console/') ? 'console' : ''
      return [part, side, basename(file)].join('/')
    })
    expect([...namesakes.values()].filter(({ length }) => length > 1)).toEqual([])
  })

  test('wait and judge with one patience', () => {
    const own = /\btimeout: \d|\bsetTimeout\(\d{4,}|\bsetTimeout\(\d+_|^\}, [\d_]+\)/m
    const tests = files.filter((file) => /\.(test|e2e)\.tsx?$|^e2e\/|^server\/testing\//.test(file))
    expect(tests.filter((file) => !file.endsWith('/eventually.ts') && own.test(read(file)))).toEqual([])
    // Its own limit is a second, which a busy machine needs for loading a module: `expect.poll` has the patience of all.
    const others = tests.filter((file) => !file.endsWith('/eventually.ts'))
    expect(others.filter((file) => /\bvi\.waitFor\(/.test(read(file)))).toEqual([])
  })

  test('of a part of ui/ are shown by its preview', () => {
    const shown = read('ui/preview/parts.tsx') + read('ui/preview/preview.tsx')
    const parts = files.flatMap((file) => /^ui\/([\w-]+\.tsx)$/.exec(file)?.[1] ?? [])
    expect(parts.length).toBeGreaterThan(15)
    expect(parts.filter((part) => !shown.includes(`from '../${part}'`))).toEqual([])
  })

  test('that drive a browser stand in e2e/', () => {
    expect(files.filter((file) => file.endsWith('.e2e.ts') && !file.startsWith('e2e/'))).toEqual([])
  })
})

describe('documents', () => {
  const documents = files.filter((file) => /^[^/]+\.md$|^docs\/.+\.md$/.test(file))
  const isThere = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`))
  const withoutSlash = (path: string) => path.replace(/\/$/, '')

  test('lead to something that exists', () => {
    const broken = documents.flatMap((document) =>
      [
        ...read(document)
          .replaceAll(/`[^`\n]*`/g, '')
          .matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g),
      ]
        .map(([, to = '']) => withoutSlash(join(dirname(document), to)))
        .filter((to) => !isThere(to))
        .map((to) => `${document}: ${to}`),
    )
    expect(broken).toEqual([])
  })

  // From the project's root.
  test('name files that are there', () => {
    const folders = 'browser|console|content|contract|docs|domain|e2e|importer|portal|scripts|server|ui'
    const gone = documents.flatMap((document) =>
      [...read(document).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*[\\w/])\``, 'g'))]
        .map(([, path = '']) => withoutSlash(path))
        .filter((path) => !isThere(path))
        .map((path) => `${document}: ${path}`),
    )
    expect(gone).toEqual([])
  })

  test('have each decision in the index, by its title', () => {
    const pages = files.filter((file) => /^docs\/decisions\/\d/.test(file))
    const titles = pages.map((page) => read(page).match(/^# (.*)$/m)?.[1])
    const listed = read('docs/decisions/README.md').matchAll(/^(\d+\. )\[(.*)\]\(.*\)$/gm)
    expect([...listed].map(([, number, title]) => `${number}${title}`)).toEqual(titles)
  })
})

describe('style sheets', () => {
  const sheets = files.filter((file) => file.endsWith('.css'))
  const scale = Object.groupBy(
    [...read('ui/base.css').matchAll(/^ {2}(--(text|gap|radius|line|shadow)-[\w-]+):/gm)],
    ([, , of = '']) => of,
  )
  const tokens = (of: string) => new Set(scale[of]?.map(([, token]) => `var(${token})`))
  const KINDS = [
    { of: 'text', property: /(?<![\w-])font-size: ([^;]+);/g, besides: /^(inherit|[\d.]+pt)$/ },
    { of: 'gap', property: /(?<![\w-])(?:row-|column-)?gap: ([^;]+);/g, besides: /^0$/ },
    { of: 'radius', property: /(?<![\w-])border(?:-\w+-\w+)?-radius: ([^;]+);/g, besides: /^(0|50%)$/ },
    {
      of: 'gap',
      property: /(?<![\w-])(?:padding|margin)(?:-[\w-]+)?: ([^;]+);/g,
      besides: /^(0|-?1px|auto|!important|[\d.]+(em|pt))$/,
    },
    { of: 'line', property: /(?<![\w-])line-height: ([^;]+);/g, besides: /^\d+px$/ },
    { of: 'shadow', property: /(?<![\w-])box-shadow: (?!inset)([^;]+);/g, besides: /^(none|!important)$/ },
    { of: 'weight', property: /(?<![\w-])font-weight: ([^;]+);/g, besides: /^([4-7]00|inherit)$/ },
  ]
  /** The values of a declaration; a negative one counts as its size. */
  const partsOf = (values: string) =>
    values.replaceAll(/calc\(-1 \* (var\([\w-]+\))\)|max\((var\([\w-]+\)), env\([\w-]+\)\)/g, '$1$2').split(' ')
  /** Any colour that is not named by `ui/base.css` or the library. */
  const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\([^)]*\)/g

  /** Values of a style sheet outside the scales. */
  function strangers(css: string): string[] {
    const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const sizes = KINDS.flatMap(({ of, property, besides }) =>
      [...text.matchAll(property)].flatMap(([said, values = '']) =>
        partsOf(values).every((value) => tokens(of).has(value) || besides.test(value)) ? [] : [said],
      ),
    )
    const widths = [...text.matchAll(/@media [^{]*?(max|min)-width: ([^)]+)\)/g)].flatMap(([said, side, width]) => {
      const known = Object.values(BREAKPOINTS).map((most) => `${side === 'max' ? most : most + 1}px`)
      return known.some((one) => one === width) ? [] : [said]
    })
    const fingers = [...text.matchAll(/[\w-]+: 44px;/g)].map(([said]) => said)
    const colours = [...text.matchAll(COLOUR)].map(([said]) => said)
    return [...sizes, ...widths, ...fingers, ...colours]
  }

  test.each(sheets.filter((file) => file !== 'ui/base.css'))(
    '%s takes sizes, gaps, radii and widths from their scales',
    (file) => {
      expect(strangers(read(file))).toEqual([])
    },
  )

  test('a size of its own is found out', () => {
    const own = [
      'font-size: 15px;',
      'font-size: 1.1rem;',
      'gap: 7px;',
      'gap: 4px 12px;',
      'row-gap: 5px;',
      'border-radius: 9px;',
      'padding: 7px var(--gap-sm);',
      'margin-block: 14px;',
      'line-height: 1.45;',
      'font-weight: 650;',
      'box-shadow: 0 1px 2px var(--line);',
    ]
    const own2 = ['@media (max-width: 640px)', '@media (min-width: 600px)', 'min-height: 44px;']
    for (const said of ['#fff', '#0b7285cc', 'rgb(0 0 0 / 0.2)'])
      expect(strangers(`.a { color: ${said}; }`)).toEqual([said])
    for (const said of own) expect(strangers(`.a { ${said} }`)).toEqual([said])
    for (const said of own2) expect(strangers(`${said} { .a { color: red } }`)).toEqual([said])
    expect(
      strangers(
        '@media (max-width: 600px) { .a { font-size: var(--text-sm); gap: 0 var(--gap-sm); border-radius: 50%; margin: 0 auto calc(-1 * var(--gap-lg)); } }',
      ),
    ).toEqual([])
  })

  test('the scales are small', () => {
    expect(Object.entries(scale).map(([of, sizes]) => `${of}: ${sizes?.length}`)).toEqual([
      'text: 10',
      'gap: 11',
      'radius: 5',
      'line: 3',
      // In both themes.
      'shadow: 6',
    ])
    expect(Object.keys(BREAKPOINTS)).toHaveLength(5)
  })
})

/**
 * The customers' portal loads these apart from its other words. Taking the words from there would cost more than
 * repeating them.
 */
const LOADED_APART = [
  'portal/messages/assistant',
  'portal/messages/incidents',
  'portal/messages/mailed',
  'portal/messages/valuations',
]

test('a sentence that both applications say stands once, in browser/', () => {
  const sentences = (folder: string) =>
    files
      .filter((file) => file.startsWith(`${folder}/`) && file.endsWith('-es.ts'))
      .filter((file) => !LOADED_APART.some((apart) => file.startsWith(apart)))
      .flatMap((file) => [...withoutComments(read(file)).matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)])
      .map(([, , sentence = '']) => sentence)
      .filter((sentence) => sentence.split(' ').length >= 3)
  const [shared, portal, console] = ['browser', 'portal/messages', 'console/messages'].map(
    (folder) => new Set(sentences(folder)),
  )
  expect(portal?.size).toBeGreaterThan(300)
  expect([...(portal ?? [])].filter((sentence) => console?.has(sentence) || shared?.has(sentence))).toEqual([])
  expect([...(console ?? [])].filter((sentence) => shared?.has(sentence))).toEqual([])
})

/** The template literal that begins here, with its inserted values. */
function templateAt(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1
    else if (text[at] === '}' && depth > 0) depth -= 1
    else if (text[at] === '`' && depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

test('`test:long` runs every long test, every test that repeats more there, and all journeys', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const patterns: string[] = scripts['test:long']
    .replace(/^.*?vitest run /, '')
    .split(' && ')[0]
    .split(' ')
  const isLonger = (file: string) => file.endsWith('.long.test.ts') || /from '.*\/effort\.ts'/.test(read(file))
  const longer = files.filter((file) => file.endsWith('.test.ts') && isLonger(file))
  expect(longer.length).toBeGreaterThan(30)
  expect(longer.filter((file) => !patterns.some((pattern) => file.includes(pattern)))).toEqual([])
  expect(scripts['test:long']).toContain('&& TEST_EFFORT=20 playwright test &&')
})

test('every detail that a call of the console writes into the audit has a word there', () => {
  const noted = source(['server/console']).flatMap((file) =>
    [...read(file).matchAll(/\b(?:note|audit)\([^;]*?details: \{([^{}()]*)\}/g)].flatMap(([, written = '']) =>
      written.split(',').flatMap((part) => {
        const name = /^\s*(\w+)/.exec(part)?.[1]
        return name === undefined ? [] : [[file, name] as const]
      }),
    ),
  )
  expect(noted.map(([, name]) => name)).toContain('byTechnician')
  // `client-routes.ts` has the acts of `clients`, whose words stand at their screen.
  const isSaid = (file: string, name: string) =>
    Object.hasOwn(auditEs.detail, name) ||
    labelOf(mastersEs, `/console/${basename(file).split('-')[0]}s`, name) !== undefined
  const missing = noted.filter(([file, name]) => !isSaid(file, name))
  expect(missing.map(([file, name]) => `${file}: ${name} (console/messages/masters-es.ts or audit-es.ts)`)).toEqual([])
})

test('every field of a record that a form changes has a word in the audit, or its own at the record’s screens', () => {
  const forms = endpoints().flatMap(({ endpoint: { path, input } }) => {
    const shape = shapeOf(input)
    return path.startsWith('/console/') && 'fields' in shape && 'revision' in shape.fields
      ? [
          {
            path,
            fields: Object.keys(shape.fields)
              // The audit has the parts of the calendar.
              .filter((field) => field !== 'revision' && field !== 'calendar'),
          },
        ]
      : []
  })
  expect(forms.length).toBeGreaterThan(10)
  const missing = forms.flatMap(({ path, fields }) =>
    fields
      .filter((field) => !Object.hasOwn(auditEs.detail, field) && labelOf(mastersEs, path, field) === undefined)
      .map((field) => `${path}: ${field} (console/messages/masters-es.ts or audit-es.ts)`),
  )
  expect(missing).toEqual([])
})

test('docs/move.md names each field of the neutral format (UPDATE=1 writes them)', () => {
  const page = 'docs/move.md'
  const before = read(page)
  const [told = ''] = /(?<=\n## Fields\n[\s\S]*?\n\|---\|---\|\n)(?:\|.*\n)+/.exec(before) ?? []
  const lines = Object.entries(LINES).map(([kind, { shape }]) => `| \`${kind}\` | ${Object.keys(shape).join(', ')} |\n`)
  if (process.env.UPDATE === '1') writeFileSync(page, before.replace(told, lines.join('')))
  expect(read(page)).toContain(`\n|---|---|\n${lines.join('')}\n`)
})

test('the queue marks each urgency above the usual one (console/queue/standing.module.css)', () => {
  const marked = [...read('console/queue/standing.module.css').matchAll(/\[data-urgency='(\w+)'\]/g)]
  expect(marked.map(([, urgency]) => urgency)).toEqual(URGENCIES.slice(pressing(DEFAULT_URGENCY) + 1))
})

test('the manual says when to choose each urgency (content/manuals/soporte-online.md)', () => {
  const manual = read('content/manuals/soporte-online.md')
  const [section = ''] = /(?<=\{#urgencia\}\n)[\s\S]*?(?=\n## )/.exec(manual) ?? []
  const [, ...rows] = [...section.matchAll(/^\| (?!---)(.+?) \|/gm)].map(([, names = '']) => names)
  const names = URGENCIES.map((urgency) => urgencyEs[urgency])
  expect(rows.flatMap((row) => row.split(', '))).toEqual(names)
  const range = /De `[^`]*` a `[^`]*`\. Viene `[^`]*`\./.exec(manual)?.[0]
  expect(range).toBe(`De \`${names[0]}\` a \`${names.at(-1)}\`. Viene \`${urgencyEs[DEFAULT_URGENCY]}\`.`)
})
