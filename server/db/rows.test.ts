import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { ArrowFunction, FunctionDeclaration, Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { inCamelCase } from './connections.ts'

// PostgreSQL describes every statement of the server, and the result is compared with the row type that the code states. The
// compiler provides statements and types, so that the code itself stays plain.

const SERVER = fileURLToPath(new URL('..', import.meta.url))

let portal: TestApp
let api: API
let checker: Checker
let files: readonly SourceFile[]
beforeAll(async () => {
  portal = await testApp()
  api = new API({ cwd: SERVER })
  const [project] = api.updateSnapshot({ openProjects: [`${SERVER}tsconfig.json`] }).getProjects()
  if (!project) throw new Error('The compiler knows no project')
  checker = project.checker
  files = project.program
    .getSourceFileNames()
    .filter((name) => name.startsWith(SERVER) && !/\.test\.ts$|\/server\/(testing|isolation|process)\//.test(name))
    .flatMap((name) => project.program.getSourceFile(name) ?? [])
})
afterAll(async () => {
  api.close()
  await portal.close()
})

test('every statement gives the columns, of the types, that the code says it gives', async () => {
  const calls = files.flatMap(callsIn)
  expect(calls.length).toBeGreaterThan(300)
  const wrong: string[] = []
  const unread = new Set<string>()
  for (const call of calls) {
    const text = textOf(call.statement)
    if (text === null) unread.add(call.where.replace(/:\d+$/, ''))
    else wrong.push(...(await differences(text, call.row)).map((what) => `${call.where}: ${what}`))
  }
  expect(wrong).toEqual([])
  expect([...unread].toSorted()).toEqual(GIVEN_PARTS)
})

/** A statement whose table, columns or the like, or all of it, come from its caller: the code alone does not show the sent text. */
const GIVEN_PARTS = [
  'console/door/sealed-secret-store.ts',
  'console/lists/said-words-store.ts',
  'db/sql.ts',
  'http/once.ts',
  'incidents/valuation-store.ts',
  'session/second-factor-store.ts',
]

/** A statement that is run, and the type of its rows. */
interface Call {
  readonly where: string
  readonly statement: Node
  readonly row: Type | undefined
}

function callsIn(file: SourceFile): Call[] {
  const calls: Call[] = []
  const visit = (node: Node): void => {
    if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
      const [statement] = node.arguments
      const isRun = ['rows', 'row', 'maybe'].includes(node.expression.name.text)
      if (isRun && statement && isStatement(statement)) {
        const line = file.text.slice(0, statement.getStart(file)).split('\n').length
        calls.push({ where: `${file.fileName.slice(SERVER.length)}:${line}`, statement, row: rowOf(node) })
      }
    }
    node.forEachChild((child) => visit(child))
  }
  visit(file)
  return calls
}

const typeText = (type: Type | undefined): string => (type ? checker.typeToString(type) : 'unknown')
const isStatement = (node: Node): boolean => typeText(checker.getTypeAtLocation(node)) === 'Statement'

/** `Row` out of `Promise<Row[]>` and the like, as the compiler infers it. */
function rowOf(call: Node): Type | undefined {
  const signature = checker.getResolvedSignature(call)
  const promised = signature && checker.getReturnTypeOfSignature(signature)
  const [answer] = promised?.isTypeReference() ? checker.getTypeArguments(promised) : []
  const one = answer && checker.getNonNullableType(answer)
  return one && checker.isArrayType(one) && one.isTypeReference() ? checker.getTypeArguments(one)[0] : one
}

/** Where PostgreSQL and the stated type differ. */
async function differences(text: string, row: Type | undefined): Promise<string[]> {
  const columns = await columnsOf(text)
  if (typeof columns === 'string') return [`${columns} in: ${text}`]
  const stated = new Map(row && checker.getPropertiesOfType(row).map((property) => [property.name, property]))
  // Nobody reads the columns: it only matters whether there is a row.
  if (!row || row.flags & (ANY | TypeFlags.BooleanLike) || stated.size === 0) return []
  const given = new Map(columns.map(({ name, dataTypeID }) => [inCamelCase(name), dataTypeID]))
  return [
    ...[...stated.keys()].filter((name) => !given.has(name)).map((name) => `${name} is no column`),
    ...[...given.keys()].filter((name) => !stated.has(name)).map((name) => `${name} is a column that is not stated`),
    ...[...stated].flatMap(([name, property]) => {
      const kind = KINDS[given.get(name) ?? 0]
      const type = checker.getTypeOfSymbol(property)
      const kinds = type ? kindsOf(type) : []
      return kind && !kinds.includes(kind) && !kinds.includes('any')
        ? [`${name} is ${kind}, not ${kinds.join(' or ')}`]
        : []
    }),
  ]
}

type Kind = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'list' | 'any'

/** The driver's types for PostgreSQL's types, by their numbers; JSON holds anything. */
const KINDS: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  700: 'number',
  701: 'number',
  1043: 'string',
  1082: 'string',
  1184: 'Date',
  1700: 'string',
  1009: 'list',
  1016: 'list',
  1007: 'list',
  1015: 'list',
}

const [ANY, NOTHING] = [TypeFlags.Any | TypeFlags.Unknown, TypeFlags.Null | TypeFlags.Undefined]

function kindsOf(type: Type): Kind[] {
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap(kindsOf)
  if (type.flags & NOTHING) return []
  if (type.flags & TypeFlags.StringLike) return ['string']
  if (type.flags & TypeFlags.NumberLike) return ['number']
  if (type.flags & TypeFlags.BooleanLike) return ['boolean']
  const text = typeText(type)
  if (checker.isArrayLikeType(type)) return ['list']
  if (text === 'Date') return ['Date']
  return text.startsWith('Buffer') ? ['Buffer'] : ['any']
}

/** A place in the code, with the values that the caller gave to names there. */
interface Bound {
  readonly node: Node
  readonly given: ReadonlyMap<number, Bound>
}

const NONE: ReadonlyMap<number, Bound> = new Map()

/** The statement's text, taking the first of each choice; null if the code does not show it. */
function textOf(statement: Node): string | null {
  let values = 0
  try {
    return write({ node: statement, given: NONE })
  } catch (error) {
    if (error instanceof Unresolved) return null
    throw error
  }

  function write(bound: Bound): string {
    const own = aliasOfOwn(bound.node)
    if (own) return `${own}.client_id = $${(values += 1)}`
    const { node, given } = resolved(bound)
    if (!is.isTaggedTemplateExpression(node)) throw new Unresolved(node)
    const { template } = node
    if (is.isNoSubstitutionTemplateLiteral(template)) return template.text
    if (!is.isTemplateExpression(template)) throw new Error('No template')
    return template.templateSpans.reduce((text, { expression, literal }) => {
      // A statement inside another selects or fills rows; the columns stay the same.
      if (isStatement(expression)) {
        if (SETS.test(text)) return `${text}client_id = t.client_id${literal.text}`
        return `${text}${DECIDES.test(text) ? 'true' : write({ node: expression, given })}${literal.text}`
      }
      return `${text}$${(values += 1)}${literal.text}`
    }, template.head.text)
  }
}

const DECIDES = /\b(?:where|and|or|not|on)\s*\(?$|\bwhen\s+$/
const SETS = /\bupdate \w+ t set $/

/** `tx.own('t')` is not a template. */
const aliasOfOwn = (node: Node): string | null =>
  is.isCallExpression(node) && /\bown\('\w+'\)$/.test(node.getText())
    ? (/'(\w+)'/.exec(node.getText())?.[1] ?? null)
    : null

/** The expression for which a name, a call or a choice finally stands. */
function resolved({ node, given }: Bound): Bound {
  const at = (next: Node | undefined, names = given): Bound => {
    if (!next) throw new Unresolved(node)
    return resolved({ node: next, given: names })
  }
  if (is.isParenthesizedExpression(node) || is.isAwaitExpression(node)) return at(node.expression)
  if (is.isBinaryExpression(node) && node.operatorToken.getText() === '??') return at(node.right)
  if (is.isConditionalExpression(node)) return at(node.whenTrue)
  if (is.isIdentifier(node)) {
    const known = given.get(symbolOf(node)?.id ?? 0)
    if (known) return resolved(known)
    const declared = declarationOf(node)
    // An optional value counts as omitted.
    const isFound = declared && (is.isVariableDeclaration(declared) || is.isBindingElement(declared))
    return at(isFound ? declared.initializer : undefined)
  }
  if (is.isPropertyAccessExpression(node)) {
    const holder = at(node.expression)
    return at(propertiesOf(holder.node).get(node.name.text), holder.given)
  }
  if (is.isElementAccessExpression(node)) {
    const holder = at(node.expression)
    return at([...propertiesOf(holder.node).values()][0], holder.given)
  }
  if (is.isCallExpression(node) && node.expression.getText() === 'join') return at(oneOf(node.arguments[0]))
  if (is.isCallExpression(node) && node.expression.getText() === 'plannedOnce') return at(node.arguments[0])
  if (is.isCallExpression(node)) {
    const called = functionOf(node.expression, given)
    if (!called) return at(undefined)
    const names = called.parameters.map(({ name }, index) => {
      const argument = node.arguments[index]
      return [symbolOf(name)?.id ?? 0, argument && { node: argument, given }] as const
    })
    return at(answerOf(called), new Map(names.flatMap(([id, bound]) => (bound ? [[id, bound] as const] : []))))
  }
  return { node, given }
}

/** The element that `list.map(…)` makes: one statement stands for all of them. */
function oneOf(list: Node | undefined): Node | undefined {
  const declared = list && is.isIdentifier(list) ? declarationOf(list) : undefined
  const made = declared && is.isVariableDeclaration(declared) ? declared.initializer : list
  const isMapped = made && is.isCallExpression(made) && made.expression.getText().endsWith('.map')
  const each = isMapped ? made.arguments[0] : undefined
  return each && isFunction(each) ? answerOf(each) : undefined
}

class Unresolved extends Error {
  constructor(node: Node) {
    super(`not found out: ${node.getText()}`)
  }
}

function symbolOf(node: Node) {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

const declarationOf = (name: Node): Node | undefined => symbolOf(name)?.valueDeclaration?.resolve()

const propertiesOf = (node: Node): Map<string, Node> =>
  new Map(
    is.isObjectLiteralExpression(node)
      ? node.properties.flatMap((property) =>
          is.isPropertyAssignment(property)
            ? [[property.name.getText().replaceAll("'", ''), property.initializer]]
            : [],
        )
      : [],
  )

function functionOf(called: Node, given: Bound['given']): FunctionLike | null {
  const passed = is.isIdentifier(called) ? given.get(symbolOf(called)?.id ?? 0) : undefined
  if (is.isIdentifier(called) && !passed) {
    const declared = declarationOf(called)
    const node = declared && is.isVariableDeclaration(declared) ? declared.initializer : declared
    return node && isFunction(node) ? node : null
  }
  const { node } = resolved(passed ?? { node: called, given: NONE })
  return isFunction(node) ? node : null
}

type FunctionLike = ArrowFunction | FunctionDeclaration
const isFunction = (node: Node): node is FunctionLike => is.isArrowFunction(node) || is.isFunctionDeclaration(node)

/** The expression that a function finally returns. */
function answerOf({ body }: FunctionLike): Node | undefined {
  if (!body || !is.isBlock(body)) return body
  const last = body.statements.at(-1)
  return last && is.isReturnStatement(last) ? last.expression : undefined
}

/** The columns of a statement, without running it, or PostgreSQL's objection. */
const columnsOf = (text: string): Promise<readonly pg.FieldDef[] | string> =>
  new Promise((resolve) => {
    let columns: readonly pg.FieldDef[] = []
    const described = {
      submit: (wire: Wire) => {
        wire.parse({ text, name: '' })
        wire.describe({ type: 'S', name: '' })
        wire.sync()
      },
      handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => void (columns = fields),
      // The driver tells a query that failed nothing more.
      handleError: (error: Error) => resolve(error.message),
      handleReadyForQuery: () => resolve(columns),
    }
    portal.owner.query(described as never) // the driver's types leave it out
  })

interface Wire {
  parse(statement: { text: string; name: string }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}
