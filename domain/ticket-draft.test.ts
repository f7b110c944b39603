import { describe, expect, test } from 'vitest'
import {
  type DraftField,
  type DraftProblem,
  draftProblems,
  isOnlyFileMissing,
  emptyDraft,
  mayAskAssistantFirst,
  missingForCreation,
  type TicketDraft,
  titleFrom,
  withoutHidden,
} from './ticket-draft.ts'

const account = {
  installation: 'LEV-01',
  version: 'V031',
  company: '001',
  clientDetails: { name: 'Constructora Levante, S.A.', email: 'info@levante.example' },
  contact: { id: 11, name: 'Lucía Ferrer', email: 'lucia@levante.example', phone: '961 23 45 67' },
  program: null,
}

const FIFTY = 'No cuadra el saldo de la cuenta 430 tras el cierre'
const complete: TicketDraft = { ...emptyDraft(account), module: 2, text: FIFTY }
const called = { phoneAssistance: true, phone: '600123456' }
const flags = { checkLength: true, checkIncidentFiles: true, maxFiles: 10 }
const off = { checkLength: false, checkIncidentFiles: false, maxFiles: 10 }

test('the fields of a call are dropped if no call is wanted', () => {
  const typed = { ...complete, ...called, callWindow: 'De 9 a 11' }
  expect(withoutHidden(typed)).toEqual(typed)
  expect(withoutHidden({ ...typed, phoneAssistance: false })).toMatchObject({ phone: '', callWindow: '' })
})

describe('emptyDraft', () => {
  test('has the defaults of the specification and the caller’s details', () => {
    expect(emptyDraft(account)).toEqual({
      area: 'main',
      kind: 'query',
      customDevelopment: false,
      module: null,
      title: '',
      text: '',
      contactName: 'Lucía Ferrer',
      email: 'lucia@levante.example',
      urgency: '3',
      phoneAssistance: false,
      phone: '961234567',
      callWindow: '',
      installation: 'LEV-01',
      version: 'V031',
      company: '001',
      origin: 'SOPORTE30',
      files: 0,
    })
  })

  test('without a contact it is the company’s; without a version V030', () => {
    expect(emptyDraft({ ...account, contact: null, version: '' })).toMatchObject({
      contactName: 'Constructora Levante, S.A.',
      email: 'info@levante.example',
      phone: '',
      version: 'V030',
    })
  })

  test('the program somebody came from is the origin', () => {
    expect(emptyDraft({ ...account, program: { module: 'Ventas', program: 'VENTAS01' } }).origin).toBe('VENTAS01')
    expect(emptyDraft({ ...account, program: { module: 'Ventas', program: '' } }).origin).toBe('SOPORTE30')
  })

  test('a stored phone that is none is left out', () => {
    expect(emptyDraft({ ...account, contact: { ...account.contact, phone: '961 23 45 67 ext. 3' } }).phone).toBe('')
  })

  test('lacks the fields that only the customer can fill in', () => {
    expect(draftProblems(emptyDraft(account), flags)).toEqual({ module: 'required', text: 'required' })
  })
})

describe('draftProblems', () => {
  test('a complete draft has none', () => {
    expect(FIFTY).toHaveLength(50)
    expect(draftProblems(complete, flags)).toEqual({})
  })

  test.each<[string, Partial<TicketDraft>, Partial<Record<DraftField, DraftProblem>>]>([
    ['no module', { module: null }, { module: 'required' }],
    ['no urgency', { urgency: null }, { urgency: 'required' }],
    ['no title', { title: '' }, {}],
    ['the longest title', { title: 'a'.repeat(80) }, {}],
    ['a title too long', { title: 'a'.repeat(81) }, { title: 'too-long' }],
    ['no text', { text: '' }, { text: 'required' }],
    ['a text of spaces', { text: ' \n '.repeat(30) }, { text: 'blank' }],
    ['a text one short', { text: 'a'.repeat(49) }, { text: 'too-short' }],
    ['a text filled up with spaces', { text: `${'a'.repeat(49)}   ` }, { text: 'too-short' }],
    ['the longest text', { text: 'a'.repeat(20_000) }, {}],
    ['a text too long', { text: 'a'.repeat(20_001) }, { text: 'too-long' }],
    ['no contact name', { contactName: '' }, { contactName: 'required' }],
    ['a text of characters without a shape', { text: '\u200b'.repeat(60) }, { text: 'blank' }],
    ['two words and characters without a shape', { text: `No va${'\u200b'.repeat(60)}` }, { text: 'too-short' }],
    ['25 emoji of two units each', { text: '😀'.repeat(25) }, { text: 'too-short' }],
    ['50 emoji', { text: '😀'.repeat(50) }, {}],
    ['a contact name of spaces', { contactName: '   ' }, { contactName: 'blank' }],
    ['the longest contact name', { contactName: 'a'.repeat(200) }, {}],
    ['a contact name too long', { contactName: 'a'.repeat(201) }, { contactName: 'too-long' }],
    ['no e-mail', { email: '' }, { email: 'required' }],
    ['an e-mail of spaces', { email: '  ' }, { email: 'blank' }],
    ['an e-mail that is none', { email: 'lucia@levante' }, { email: 'bad-email' }],
    ['an e-mail too long', { email: `a@${'b.'.repeat(127)}es` }, { email: 'too-long' }],
    ['no phone where none is asked for', { phone: '' }, {}],
    ['any phone where none is asked for', { phone: 'ext. 3' }, {}],
    ['a phone too long where none is asked for', { phone: '1'.repeat(21) }, {}],
    ['phone assistance with a phone', { phoneAssistance: true, phone: '+34600123456' }, {}],
    ['phone assistance without one', { phoneAssistance: true, phone: '' }, { phone: 'required' }],
    ['phone assistance with spaces', { phoneAssistance: true, phone: '  ' }, { phone: 'blank' }],
    ['phone assistance with words', { phoneAssistance: true, phone: 'el de siempre' }, { phone: 'bad-phone' }],
    ['phone assistance, too long', { phoneAssistance: true, phone: '1'.repeat(21) }, { phone: 'too-long' }],
    ['the longest call window', { ...called, callWindow: 'a'.repeat(50) }, {}],
    ['a call window too long', { ...called, callWindow: 'a'.repeat(51) }, { callWindow: 'too-long' }],
    ['a call window too long where no call is asked for', { callWindow: 'a'.repeat(51) }, {}],
    ['the longest version', { version: 'a'.repeat(20) }, {}],
    ['a version too long', { version: 'a'.repeat(21) }, { version: 'too-long' }],
    ['the longest origin', { origin: 'a'.repeat(100) }, {}],
    ['an origin too long', { origin: 'a'.repeat(101) }, { origin: 'too-long' }],
    ['an incident without a file', { kind: 'incident' }, { files: 'incident-needs-file' }],
    ['an incident with a file', { kind: 'incident', files: 1 }, {}],
    ['ten files', { files: 10 }, {}],
    ['eleven files', { files: 11 }, { files: 'too-many' }],
    ['eleven files of an incident', { kind: 'incident', files: 11 }, { files: 'too-many' }],
  ])('%s', (_, change, problems) => {
    expect(draftProblems({ ...complete, ...change }, flags)).toEqual(problems)
  })

  test('with the flags off a text may be short and an incident without files, but there must be a text', () => {
    expect(draftProblems({ ...complete, kind: 'incident', text: 'No va' }, off)).toEqual({})
    expect(draftProblems({ ...complete, text: '' }, off)).toEqual({ text: 'required' })
    expect(draftProblems({ ...complete, text: ' ' }, off)).toEqual({ text: 'blank' })
    expect(draftProblems({ ...complete, files: 11 }, off)).toEqual({ files: 'too-many' })
  })

  test('a ticket from a conversation may lack a module, and its text is not checked; everything else is', () => {
    const said = { ...complete, module: null, text: '' }
    expect(draftProblems(said, flags, 'conversation')).toEqual({})
    expect(draftProblems({ ...said, email: '', urgency: null }, flags, 'conversation')).toEqual({
      email: 'required',
      urgency: 'required',
    })
  })

  test('a missing file is reported on its own only if it is the sole problem', () => {
    expect(isOnlyFileMissing({ files: 'incident-needs-file' })).toBe(true)
    expect(isOnlyFileMissing({ files: 'too-many' })).toBe(false)
    expect(isOnlyFileMissing({ files: 'incident-needs-file', text: 'required' })).toBe(false)
    expect(isOnlyFileMissing({})).toBe(false)
  })

  test('a short text is refused whatever the ticket, also where the assistant could be asked', () => {
    const short = { ...complete, text: '¿Cómo cierro el año?' }
    expect(mayAskAssistantFirst(short)).toBe(true)
    expect(draftProblems(short, flags)).toEqual({ text: 'too-short' })
    expect(draftProblems({ ...short, customDevelopment: true }, flags)).toEqual({ text: 'too-short' })
    expect(draftProblems({ ...short, kind: 'incident', files: 1 }, flags)).toEqual({ text: 'too-short' })
  })

  test('reports every problem at once', () => {
    const wrong = { ...complete, module: null, text: '', email: 'x', contactName: ' ', urgency: null, files: 11 }
    expect(draftProblems(wrong, flags)).toEqual({
      module: 'required',
      text: 'required',
      email: 'bad-email',
      contactName: 'blank',
      urgency: 'required',
      files: 'too-many',
    })
  })
})

test.each([
  [{ installation: 'LEV-01', company: '001' }, null],
  [{ installation: null, company: '001' }, 'no-installation'],
  [{ installation: '', company: '001' }, 'no-installation'],
  [{ installation: 'LEV-01', company: null }, 'no-company'],
  [{ installation: 'LEV-01', company: '' }, 'no-company'],
  [{ installation: null, company: null }, 'no-installation'],
])('%j: %s', (account, expected) => {
  expect(missingForCreation(account)).toBe(expected)
})

test.each<[string, Partial<TicketDraft>, boolean]>([
  ['a query of the main product', {}, true],
  ['however short', { text: '¿Y?' }, true],
  ['an incident', { kind: 'incident' }, false],
  ['a custom development', { customDevelopment: true }, false],
  ['another area: apps', { area: 'apps' }, false],
  ['another area: aspro', { area: 'aspro' }, false],
  ['technical support', { area: 'technical' }, false],
  ['with a file', { files: 1 }, false],
  ['without a module', { module: null }, false],
  ['without a text', { text: '' }, false],
  ['with a text of spaces', { text: ' \n' }, false],
])('the assistant may be asked first: %s', (_, change, expected) => {
  expect(mayAskAssistantFirst({ ...complete, ...change })).toBe(expected)
})

test.each([
  ['No cuadra el saldo', 'No cuadra el saldo'],
  ['  No cuadra el saldo  \nDesde ayer', 'No cuadra el saldo'],
  ['\r\n\r\nNo cuadra el saldo\r\nDesde ayer', 'No cuadra el saldo'],
  ['No cuadra el saldo\rDesde ayer', 'No cuadra el saldo'],
  ['a'.repeat(80), 'a'.repeat(80)],
  ['a'.repeat(81), 'a'.repeat(80)],
  [`${'a'.repeat(79)}\u{1F3D7}b`, 'a'.repeat(79)],
  [`${'a'.repeat(80)} b`, 'a'.repeat(80)],
  [`${'a'.repeat(70)}   ${'b'.repeat(20)}`, 'a'.repeat(70)],
  [
    'Al cerrar el ejercicio de la empresa 001 no cuadra el saldo de la cuenta 430 con el mayor de clientes',
    'Al cerrar el ejercicio de la empresa 001 no cuadra el saldo de la cuenta 430 con',
  ],
  [
    'Al cerrar el ejercicio de la empresa 0001 no cuadra el saldo de la cuenta 430 con el mayor de clientes',
    'Al cerrar el ejercicio de la empresa 0001 no cuadra el saldo de la cuenta 430',
  ],
  ['', ''],
])('the title from %j is %j', (text, title) => {
  expect(titleFrom(text)).toBe(title)
})
