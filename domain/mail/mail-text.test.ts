import { describe, expect, test } from 'vitest'
import { mailParts, plainMailText, textOfHtml } from './mail-text.ts'

describe('the new words of a mail are cut from the rest, and nothing is lost', () => {
  test.each([
    ['Sigue igual.\n\nEl lun, 23 nov 2026 a las 9:00, Soporte <s@x.es> escribió:\n> Pruebe otra vez.', 'Sigue igual.'],
    [
      'Sigue igual.\n\nEl lun, 23 nov 2026 a las 9:00, Soporte\n<soporte@proveedor.es> escribió:\n\n> Pruebe otra vez.',
      'Sigue igual.',
    ],
    ['Still broken.\n\nOn Mon, 23 Nov 2026 at 09:00, Support wrote:\n> Try again.', 'Still broken.'],
    ['Sigue igual.\n\n-----Mensaje original-----\nDe: Soporte', 'Sigue igual.'],
    [
      'Sigue igual.\n\nDe: Soporte <s@x.es>\nEnviado el: lunes\nPara: Lucía\nAsunto: Ticket 7\n\nPruebe.',
      'Sigue igual.',
    ],
    ['Sigue igual.\n\n**From:** no\n', 'Sigue igual.\n\n**From:** no'],
    ['Sigue igual.\n-- \nLucía Ferrer\nLevante', 'Sigue igual.'],
    ['Sigue igual.\n\nEnviado desde mi iPhone\n\nEl lun, 23 nov 2026, Soporte escribió:\n> a', 'Sigue igual.'],
    ['> Pruebe otra vez.\n\nYa lo he probado.', '> Pruebe otra vez.\n\nYa lo he probado.'],
    [
      'Hola:\n\n> ¿Qué versión?\nLa 12.\n> ¿Y el módulo?\nContabilidad.',
      'Hola:\n\n> ¿Qué versión?\nLa 12.\n> ¿Y el módulo?\nContabilidad.',
    ],
    ['De: acuerdo con lo que dice', 'De: acuerdo con lo que dice'],
    ['On balance it is fine.\nReally.', 'On balance it is fine.\nReally.'],
    ['', ''],
    ['> solo una cita', ''],
  ])('%j', (text, said) => {
    const parts = mailParts(text)
    expect(parts.said).toBe(said)
    const words = (of: string) => of.split(/\s+/).filter(Boolean)
    expect([...words(parts.said), ...words(parts.rest)]).toEqual(words(text))
  })

  test('takes time in proportion to the length', () => {
    const began = performance.now()
    for (const line of ['> ', 'El ', 'El \n', '-- ', 'De: a\n', '<', '&', ' \n', '<p']) {
      mailParts(line.repeat(60_000))
      textOfHtml(line.repeat(60_000))
    }
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('the words of HTML', () => {
  test.each([
    ['<p>Hola:</p><p>no <b>cuadra</b>.</p>', 'Hola:\n\nno cuadra.'],
    ['<div>uno</div><div>dos<br>tres</div>', 'uno\ndos\ntres'],
    ['<style>p{color:red}</style><script>alert(1)</script>Texto', 'Texto'],
    ['Sí<blockquote>Antes</blockquote>', 'Sí\n> Antes'],
    ['a &lt;img src=x onerror=alert(1)&gt; &amp;amp; &#241;&#xF1;&eacute;', 'a <img src=x onerror=alert(1)> &amp; ññé'],
    ['a < b y c > d', 'a < b y c > d'],
    ['<!-- oculto -->visible', 'visible'],
    ['<ul><li>uno</li><li>dos</li></ul>', '- uno\n- dos'],
    ['sin cerrar <b', 'sin cerrar <b'],
    ['&#0;&#xD800;&#x110000;x', 'x'],
  ])('%j', (html, text) => expect(textOfHtml(html)).toBe(text))
})

test('a stored text has no character that reverses words or that a database refuses', () => {
  expect(plainMailText('a\u0000b\u202ec\ud800d\n\te\u{1f600}')).toBe('abc\ufffdd\n\te\u{1f600}')
})
