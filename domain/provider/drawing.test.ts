import { expect, test } from 'vitest'
import { drawingProblem } from './drawing.ts'

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${more}>${inside}</svg>`

test.each([
  ['a path', svg('<path d="M0 0h8v8z" fill="#0b6e69"/>')],
  [
    'a declaration, a comment and a DOCTYPE',
    `\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<!-- of 2026 -->${svg('')}`,
  ],
  [
    'an own gradient',
    svg(
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use href="#a"/>',
    ),
  ],
  ['its own style', svg('<style><![CDATA[.a{fill:url(#a)}]]></style><g class="a" style="mask:url(\'#m\')"/>')],
  [
    'what an editor adds',
    svg(
      '<sodipodi:namedview inkscape:zoom="2"/><metadata><rdf:RDF/></metadata><svg:g/>',
      ' xmlns:svg="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.example/0" xmlns:inkscape="http://inkscape.example/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
    ),
  ],
  ['a picture inside', svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['words', svg('<text>A &amp; B &#169;</text>')],
])('%s only draws', (_, text) => {
  expect(drawingProblem(text)).toBeNull()
})

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'active', '<script>'],
  ['one of another prefix', svg('<x:script/>', ' xmlns:x="http://www.w3.org/2000/svg"'), 'active', '<x:script>'],
  ['parts repeated without end', svg('<use href="#a"/>'.repeat(25)), 'active', '<use>'],
  ['a page', svg('<foreignObject/>'), 'active', '<foreignObject>'],
  ['HTML', svg('<h:iframe/>', ' xmlns:h="http://www.w3.org/1999/xhtml"'), 'active', '<h:iframe>'],
  ['a link', svg('<a href="#b"/>'), 'active', '<a>'],
  ['movement', svg('<animate attributeName="href"/>'), 'active', '<animate>'],
  ['an event', svg('<g onload="alert(1)"/>'), 'active', 'onload'],
  ['an event in capitals', svg('<g OnClick="alert(1)"/>'), 'active', 'OnClick'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'active', '<!DOCTYPE ['],
  ['a style sheet', `<?xml-stylesheet href="a.css"?>${svg('')}`, 'active', '<?xml-stylesheet hre'],
  ['an address', svg('<use href="https://evil.example/a.svg#b"/>'), 'outside', 'href="https://evil.example/a.svg#b"'],
  [
    'a hidden one',
    svg('<use xlink:href="&#106;avascript:alert(1)"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    'outside',
    'xlink:href="javascript:alert(1)"',
  ],
  [
    'a drawing inside',
    svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    'outside',
    'href="data:image/svg+xml;base64,PHN2Zy8+"',
  ],
  [
    'a fill from elsewhere',
    svg('<rect fill="url(https://evil.example/#a)"/>'),
    'outside',
    'url(https://evil.example/#a',
  ],
  ['a style from elsewhere', svg('<style>@import "a.css";</style>'), 'outside', '@import'],
  ['an escaped one', svg('<style>a{b:u\\72l(//c)}</style>'), 'outside', '\\'],
  [
    'another base',
    svg('<g xml:base="https://evil.example/"/>', ' xmlns:xml="http://www.w3.org/XML/1998/namespace"'),
    'outside',
    'xml:base',
  ],
  ['no drawing', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'malformed', '<html>'],
  ['no namespace', '<svg/>', 'malformed', '<svg>'],
  ['a prefix of two meanings', svg('<g xmlns="http://other.example/"/>'), 'malformed', 'xmlns'],
  ['an unknown entity', svg('<text>&nbsp;</text>'), 'malformed', '&nbsp;'],
  ['a cut one', '<svg xmlns="http://www.w3.org/2000/svg"><g>', 'malformed', 'g'],
  ['wrong nesting', svg('<g><defs></g></defs>'), 'malformed', '</g>'],
  ['an attribute without quotes', svg('<g id=a/>'), 'malformed', '<g id=a/></svg>'],
  ['two of them', svg('') + svg(''), 'malformed', '<svg>'],
  ['nothing', '', 'malformed', 'svg'],
])('%s is refused', (_, text, is, what) => {
  expect(drawingProblem(text)).toEqual({ is, what })
})

test('a long or hostile text is examined quickly', () => {
  const begun = performance.now()
  for (const text of [
    '<'.repeat(200_000),
    svg('<g '.repeat(60_000)),
    svg('<g>'.repeat(60_000)),
    svg(`<g ${'a="b" '.repeat(40_000)}`),
    svg('&'.repeat(200_000)),
  ])
    expect(drawingProblem(text)).not.toBeNull()
  expect(performance.now() - begun).toBeLessThan(5000)
})
