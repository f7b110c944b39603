import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsOfAnyLength } from './vite.config.ts'

test('a browser takes texts of any length in answers', () => {
  const { transform } = textsOfAnyLength()
  if (typeof transform !== 'object' || !('handler' in transform)) throw new Error('has no transform')
  const before = readFileSync(new URL('contract/wire.ts', import.meta.url), 'utf8')
  const after: unknown = Reflect.apply(transform.handler, undefined, [before])
  const texts = (code: unknown) => String(code).match(/z\.string\(\)\.check\([^\n]*z\.maxLength\(max\)/g)?.length ?? 0
  expect([texts(before), texts(after)]).toEqual([4, 0])
})
