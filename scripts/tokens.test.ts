import { readFileSync } from 'node:fs'
import { DEFAULT_THEME } from '@mantine/core'
import { expect, test } from 'vitest'
import { DARK_SHADES, contrastOf } from '#ui/colours.ts'

// WCAG 1.4.11: the outline of a control has a contrast of 3 to 1 on every surface that it may stand on, in both themes.

const ENOUGH = 3
const SURFACES = ['--page', '--surface', '--raised', '--soft']

const css = readFileSync(new URL('../ui/base.css', import.meta.url), 'utf8')
const THEMES = {
  light: tokensOf(/^:root \{([^}]*)\}/mu),
  dark: tokensOf(/^:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/mu),
}

test.each(Object.entries(THEMES))('a control’s edge stands out from every surface: %s', (_, tokens) => {
  const edge = tokens.get('--control') ?? ''
  const found = SURFACES.map((surface) => [surface, contrastOf(edge, tokens.get(surface) ?? '')] as const)
  expect(found.filter(([, contrast]) => contrast < ENOUGH)).toEqual([])
})

test.each(Object.entries(THEMES))('words of warning and success can be read on every surface: %s', (_, tokens) => {
  const found = ['--warning', '--good'].flatMap((word) =>
    SURFACES.map((surface) => [word, surface, contrastOf(tokens.get(word) ?? '', tokens.get(surface) ?? '')] as const),
  )
  expect(found.filter(([, , contrast]) => contrast < 4.5)).toEqual([])
})

/** The colours of one theme by their names. */
function tokensOf(block: RegExp): ReadonlyMap<string, string> {
  const declared = block.exec(css)?.[1] ?? ''
  return new Map(
    [...declared.matchAll(/(--[\w-]+):\s*([^;]+);/gu)].flatMap(([, name = '', value = '']) => {
      const colour = colourOf(value)
      return colour === null ? [] : [[name, colour]]
    }),
  )
}

/** A colour, written out or as one of the library's. */
function colourOf(value: string): string | null {
  if (value.startsWith('#')) return value
  const named = /^var\(--mantine-color-(?:(white)|(\w+)-(\d))\)$/u.exec(value)
  if (!named) return null
  const [, white, name = '', shade] = named
  const shades = name === 'dark' ? DARK_SHADES : DEFAULT_THEME.colors[name]
  return white ? '#ffffff' : (shades?.[Number(shade)] ?? null)
}
