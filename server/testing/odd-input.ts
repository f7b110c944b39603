import fc from 'fast-check'

/** A field's value as JSON text; invalid JSON spoils the whole body. */
export type Raw = string

const said = (value: string): Raw => JSON.stringify(value)

const NUMBERS: readonly Raw[] = [
  ['0', '-0', '-1', '1', '1.5', '1e400', '-1e400', '1e-400', '1E+2', 'NaN', 'Infinity', '0x10', '007', '1_000'],
  // Beyond a smallint, an integer, a double's whole numbers, a bigint and an address.
  ['32768', '2147483647', '2147483648', '9007199254740991', '9007199254740992', '9007199254740993'],
  ['-9007199254740991', '999999999999999', '9223372036854775807', '9223372036854775808', '9'.repeat(400)],
].flat()

const DAYS = [
  ['0000-01-01', '0000-02-29', '0001-01-01', '1582-10-10', '9999-12-31'],
  ['2026-02-30', '2026-13-01', '10000-01-01', '-000001-01-01', '275760-09-13'],
].flat()

const DATES: readonly Raw[] = [
  DAYS,
  DAYS.map((day) => `${day}T00:00:00Z`),
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:60Z', '2026-11-18T24:00:00Z', '2026-11-18T11:00:00+14:00'],
  ['2026-11-18T11:00:00', '2026-11-18 11:00:00Z', '2026-11-18T11:00Z', '2026-11-18T11:00:00.123456789Z'],
  ['+275760-09-13T00:00:00.001Z', '-271821-04-20T00:00:00Z', '4714-11-24 BC', '24:00', '99:99'],
  ['infinity', '-infinity', 'epoch', 'now', 'today'],
]
  .flat()
  .map(said)

const TEXTS: readonly Raw[] = [
  ['', ' ', '\t\r\n', '\u00a0', '\u200b', '\ufeff', 'x', '%', '_', '\\', '%%%%_____\\\\', '100%', 'a_b', '\\%', '"'],
  ["'; drop table ticket; --", "' or 1=1 --", "'", '$1', '$$', '{{client}}', '<script>alert(1)</script>', '&<>"'],
  ['../../etc/passwd', 'C:\\x', 'null', 'undefined', 'true', 'NaN', '[]', '{}', '1e5', '0x10', '١٢٣', '１２', '=1+1'],
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '\r\nSet-Cookie: x=1'],
  // Half a surrogate pair, NUL, non-characters, direction marks, and letters that change length by case or folding.
  ['\ud800', 'a\udc00b', '\udfff\ud800', '\0', 'a\0b', '\uffff', '\u202e\u200f\u2066abc', '\u0007\u001b[31m'],
  ['İıſßﬁǅ', 'e\u0301'.repeat(50), '👩‍👩‍👧‍👦🏳️‍🌈', '\u0301', '🙂'.repeat(100)],
  // Operators of a search.
  ['ñ:*', 'a & b | !c <-> (', "'a' | 'b", '(', '[', '*', '+', '?', '.', '^$', '"a" -b or'],
  ['a@b', 'a@b.example', '+34 600 000 000', 'http://[::1', 'javascript:alert(1)', 'data:,x'],
]
  .flat()
  .map(said)

const SHAPES: readonly Raw[] = [
  [
    'null',
    'true',
    'false',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '[{}]',
    '[1,2,3]',
    '["a"]',
    '["a","a"]',
    '{"a":1}',
    '{"":""}',
  ],
  ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"toString":1,"valueOf":1}', '{"length":1e9}'],
  ['{"then":1}', '{"toJSON":1}', '[1,]', '{a:1}', "'a'", '', '@', '/**/1', '"', '\\', '\0', '\u2028', '1 2', '}'],
].flat()

/** Larger or deeper than any form sends. */
const LARGE: readonly Raw[] = [
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `[${'0,'.repeat(50_000)}0]`,
  `[${'{},'.repeat(500)}{}]`,
  said('x'.repeat(200_000)),
  said('ñ'.repeat(100_001)),
  said(' '.repeat(100_000)),
  said('a '.repeat(50_000)),
  said('x'.repeat(1_000_000)),
  // Exactly as long as many fields allow, in as many bytes as possible.
  ...[20, 100, 200, 1000, 2000, 20_000].map((length) => said('ﷺ'.repeat(length))),
]

const fourDigitYear = { min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }

const DRAWN = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }).map(said),
  fc.string({ unit: 'grapheme', maxLength: 80 }).map(said),
  fc.date({ noInvalidDate: true }).map((at) => said(at.toISOString())),
  fc.date(fourDigitYear).map((at) => said(at.toISOString())),
  fc.date(fourDigitYear).map((at) => said(at.toISOString().slice(0, 10))),
  fc.maxSafeInteger().map(String),
  fc.double().map(String),
  fc.json(),
)

/** Values that are odd in any field, and as many more drawn at random. */
export const oddValues = (seed: number, drawn: number): Raw[] => [
  ...NUMBERS,
  ...DATES,
  ...TEXTS,
  ...SHAPES,
  ...LARGE,
  ...fc.sample(DRAWN, { seed, numRuns: drawn }),
]

/** A body that is odd as a whole, and its content type. */
export interface OddBody {
  readonly what: string
  readonly payload: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

const TYPES = [
  ['text/plain', 'text/html', 'application/xml', 'application/octet-stream', 'json', '/', '', 'application/jsonx'],
  ['application/json; charset', 'application/json; charset=utf-16', 'application/json; charset=nonsense'],
  ['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary='],
  [
    'multipart/form-data; boundary=x',
    `multipart/form-data; boundary=${'x'.repeat(500)}`,
    'multipart/mixed; boundary=x',
  ],
].flat()

/** Odd bodies made from a correct one. */
export function oddBodies(right: string): OddBody[] {
  const rest = right === '{}' ? '}' : `,${right.slice(1)}`
  const payloads: [what: string, payload: string | Buffer][] = [
    ['', ' ', 'null', 'true', '5', '"x"', '[]', '[{}]', `[${right}]`, '{', '}', '{"a":', right.slice(0, -1)],
    [right.slice(0, Math.floor(right.length / 2)), `${right}${right}`, `${right}x`, `/**/${right}`],
    [`{"otra":1${rest}`, `{"":1${rest}`, `{"__proto__":{"x":1}${rest}`, `{"constructor":{"prototype":{}}${rest}`],
  ]
    .flat()
    .map((payload) => [payload, payload])
  payloads.push(
    ['every key twice', right.slice(0, -1) + rest],
    ['a thousand keys', `{${Array.from({ length: 1000 }, (_, key) => `"k${key}":1`).join()}}`],
    ['deep', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['deep and cut', '['.repeat(100_000)],
    ['1 MB', `{"otra":"${'x'.repeat(1_000_000)}"}`],
    ['a byte order mark', `\ufeff${right}`],
    ['UTF-16', Buffer.from(right, 'utf16le')],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['NUL', `\0${right}`],
  )
  return [
    ...payloads.map(([what, payload]) => ({ what, payload, headers: { 'content-type': 'application/json' } })),
    ...TYPES.map((type) => ({ what: `type ${type}`, payload: right, headers: { 'content-type': type } })),
    {
      what: 'gzip that is none',
      payload: right,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    },
    { what: 'no type', payload: right, headers: {} },
  ]
}

/** Query strings that are odd about one name. */
export const oddQueries = (name: string): string[] =>
  [
    ['', '=', '=%', '=%zz', '=%00', '=%ff%fe', '=%ED%A0%80', '=+', '=%2B', '=%0d%0aSet-Cookie:x', '[]=1', '[a]=1'].map(
      (odd) => name + odd,
    ),
    [
      `${name}=1&${name}=2`,
      `${name}=1&${name}[]=2`,
      `${name}=${'x'.repeat(100_000)}`,
      `${encodeURIComponent(name)}%=1`,
    ],
    ['__proto__=1', '__proto__[x]=1', 'constructor=1', 'toString=1', '&&&=&=', '%=1', '%zz', '?', '#', ';', '=1', '[]'],
    Array.from({ length: 1500 }, (_, key) => `k${key}=1`).join('&'),
  ].flat()

/** Odd forms with files; `file` is one that would be accepted. */
export function oddForms(file: Buffer): OddBody[] {
  const B = 'odd-boundary-4c1'
  const part = (headers: string, value: string | Buffer) =>
    Buffer.concat([Buffer.from(`--${B}\r\n${headers}\r\n\r\n`), Buffer.from(value), Buffer.from('\r\n')])
  const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
  const image = (name: string, more = 'filename="captura.png"', type = 'Content-Type: image/png') =>
    part(`Content-Disposition: form-data; name="${name}"; ${more}\r\n${type}`, file)
  const FILE = 'documentos[0][file]'
  const end = Buffer.from(`--${B}--\r\n`)
  const whole = (...parts: Buffer[]) => Buffer.concat([...parts, end])
  const payloads: [what: string, payload: Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['no part', end],
    ['no end', image(FILE)],
    ['cut in a file', image(FILE).subarray(0, -20)],
    ['cut in a header', image(FILE).subarray(0, 60)],
    ['no boundary in it', Buffer.from('nothing of the kind')],
    ['words before and behind', Buffer.concat([Buffer.from('before\r\n'), whole(image(FILE)), Buffer.from('behind')])],
    ['line feeds alone', Buffer.from(whole(image(FILE)).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
    ...['', 'documentos', 'documentos[-1][file]', 'documentos[1000][file]', 'documentos[0][otra]', '__proto__'].map(
      (name): [string, Buffer] => [`a file named ${name}`, whole(image(name))],
    ),
    ...['documentos[0][file]', '__proto__', 'constructor', 'toString', '', 'documentos[0][constructor]', 'otra'].map(
      (name): [string, Buffer] => [`a field named ${name}`, whole(field(name, '1'), image('documentos[1][file]'))],
    ),
    ...['mime', 'nombre', 'extension'].flatMap((name) =>
      ['', '\0', '\u202e\u200f', '../../x.png', 'x'.repeat(1000), 'x'.repeat(5000), '.', 'png\0.exe', '__proto__'].map(
        (value): [string, Buffer] => [
          `${name} ${JSON.stringify(value.slice(0, 20))}`,
          whole(field(`documentos[0][${name}]`, value), image(FILE)),
        ],
      ),
    ),
    ['the same file twice', whole(image(FILE), image(FILE))],
    ['a field twice', whole(field('llnumreg', '1'), field('llnumreg', '2'), image(FILE))],
    ['a field of no number', whole(field('llnumreg', '1e400'), image(FILE))],
    ['a field of NUL', whole(field('llnumreg', '\0'), field('ticket', '\0'), image(FILE))],
    ['a field of 1 MB', whole(field('llnumreg', 'x'.repeat(1_000_000)), image(FILE))],
    ['a thousand fields', whole(...Array.from({ length: 1000 }, (_, index) => field(`f${index}`, '1')), image(FILE))],
    ['200 files', whole(...Array.from({ length: 200 }, (_, index) => image(`documentos[${index}][file]`)))],
    ['a header of 100 kB', whole(image(FILE, `filename="${'x'.repeat(100_000)}.png"`))],
    ['no name', whole(part('Content-Disposition: form-data', 'x'), part('X: y', 'x'))],
    ['no file name', whole(image(FILE, ''))],
    ['a file name that is encoded', whole(image(FILE, "filename*=UTF-8''%00%ff%E0%A4.png"))],
    ['another charset', whole(image(FILE, 'filename="a.png"', 'Content-Type: text/plain; charset=nonsense'))],
    ['another encoding', whole(image(FILE, 'filename="a.png"', 'Content-Transfer-Encoding: base64'))],
    ['a form in a form', whole(image(FILE, 'filename="a.png"', `Content-Type: multipart/mixed; boundary=${B}`))],
    ['an empty file', whole(part(`Content-Disposition: form-data; name="${FILE}"; filename="a.png"`, ''))],
  ]
  const headers = { 'content-type': `multipart/form-data; boundary=${B}` }
  return payloads.map(([what, payload]) => ({ what, payload, headers }))
}

/** Odd headers for calls. */
export const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...['', ' ', 'x'.repeat(100), 'x'.repeat(101), '\u00ff\u00fe', '__proto__', '%00'].map((key) => ({
    'idempotency-key': key,
  })),
  ...['', 'en-XX-\u00ff', '*', 'x'.repeat(10_000), 'en;q=nan'].map((language) => ({ 'accept-language': language })),
  ...['', 'null', 'http://', 'http://[', 'x', 'http://portal.test:99999'].map((origin) => ({ origin })),
  ...['', '*', '"', 'W/"\u00ff"'].map((tag) => ({ 'if-none-match': tag })),
  ...['', '-1', '1e400', '__proto__', 'x'.repeat(1000), '9'.repeat(30)].map((id) => ({ 'last-event-id': id })),
  ...['', '-1', 'nonsense', '1,2'].map((length) => ({ 'x-forwarded-for': length, forwarded: length, range: length })),
]
