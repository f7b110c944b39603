import type { MantineColorsTuple } from '@mantine/core'

/** WCAG 2.2 AA for text. */
const ENOUGH_CONTRAST = 4.5

/** Filled buttons carry white text: shade 8 in light, 7 in dark. */
export const FILLED_SHADE = { light: 8, dark: 7 } as const

/** The dark theme's greys, from text (0) to the deepest ground (9): a higher surface is lighter. */
export const DARK_SHADES: MantineColorsTuple = [
  '#d6dae1',
  '#b9bfc9',
  '#8b93a0',
  '#68717e',
  '#3d4550',
  '#333a45',
  '#282e37',
  '#1d2229',
  '#13171c',
  '#0d1014',
]

type Rgb = readonly [number, number, number]

/** Ten shades of one colour, light to dark; from `FILLED_SHADE` on each is dark enough for white text, whatever the colour. */
export function shadesOf(accent: string): MantineColorsTuple {
  const base = rgbOf(accent)
  const lighter = (share: number) => hexOf(mixed(base, WHITE, share))
  const darker = (share: number) => hexOf(readableUnderWhite(mixed(base, BLACK, share)))
  return [
    lighter(0.93),
    lighter(0.84),
    lighter(0.7),
    lighter(0.52),
    lighter(0.34),
    lighter(0.16),
    hexOf(base),
    darker(0.06),
    darker(0.14),
    darker(0.34),
  ]
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(rgbOf(one)), luminanceOf(rgbOf(other))]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

const readableUnderWhite = (colour: Rgb): Rgb =>
  contrastOf(hexOf(colour), '#ffffff') >= ENOUGH_CONTRAST ? colour : readableUnderWhite(mixed(colour, BLACK, 0.06))

const mixed = (colour: Rgb, other: Rgb, share: number): Rgb => [
  colour[0] + (other[0] - colour[0]) * share,
  colour[1] + (other[1] - colour[1]) * share,
  colour[2] + (other[2] - colour[2]) * share,
]

function rgbOf(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`Not a colour: ${hex}`)
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const hexOf = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminanceOf = (colour: Rgb): number =>
  0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
