import { expect } from 'vitest'
import type { Client } from 'pg'

/** Search texts, and whether they match «SAID». */
const SAID =
  '«Serie bloqueada» ¿Dónde está? ¡Urgente! “Periodo” (IVA) 1.250,50 € · INFORME—ANUAL de V031.4 en C:\\Ventas/Año2026_b ' +
  'PEN\u0303ISCOLA ÁÉÍÓÚÜ pingüino lucia@levante.example Mañana'
const LOOKED_FOR: readonly (readonly [string, boolean])[] = [
  ['serie', true],
  ['«serie»', true],
  ['series', true],
  ['SERIE', true],
  ['donde', true],
  ['¿dónde', true],
  ['urgente', true],
  ['urgent', true],
  ['periodo', true],
  ['período', true],
  ['iva', true],
  ['IVA', true],
  ['1250', false],
  ['250', true],
  ['anual', true],
  ['031', false],
  ['v031', true],
  ['ventas', true],
  ['año2026', true],
  ['ano2026', true],
  ['peñíscola', true],
  ['peniscola', true],
  ['pen\u0303iscola', true],
  ['aeiouu', true],
  ['pinguino', true],
  ['levante', true],
  ['mañana', true],
  ['manana', true],
  ['bañada', false],
  ['anñual', false],
]

/** The words of the text as the search keeps them, with their stems. */
export const termsOf = async (client: Client): Promise<unknown[]> =>
  (await client.query('select word, stem from search_terms($1) order by word collate "C"', [SAID])).rows

/** Expects a migrated database to find each of the words, and only those, whatever its locale. */
export async function expectWordsFound(client: Client): Promise<void> {
  for (const [looked, expected] of LOOKED_FOR) {
    const { rows } = await client.query<{ found: boolean }>(
      `select search_words($1) @@ (to_tsquery('simple', search_text($2) || ':*') || to_tsquery('spanish', search_text($2)))
        as found`,
      [SAID, looked],
    )
    expect([looked, rows[0]?.found]).toEqual([looked, expected])
  }
  const { rows } = await client.query<{ plain: string }>('select search_text($1) as plain', [SAID])
  expect(rows[0]?.plain).toBe(
    'serie bloqueada donde esta urgente periodo iva 1 250 50 informe anual de v031 4 en c ventas año2026 b ' +
      'peñiscola aeiouu pinguino lucia levante example mañana',
  )
}
