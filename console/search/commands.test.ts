import { expect, test } from 'vitest'
import { type Command, commandsFor } from './commands.ts'

const command = (group: Command['group'], words: string): Command => ({ group, words, run: () => undefined })
const offered = {
  commands: [command('act', 'Cambiar la urgencia'), command('screen', 'Auditoría'), command('screen', 'Módulos')],
  openTicket: (number: number) => command('number', `Abrir el ticket ${number}`),
  searches: (words: string) => [command('search', `«${words}» en Contactos`)],
}
const named = (typed: string) => commandsFor(typed, offered).map(({ words }) => words)

test('before anything is typed every act and screen is offered', () => {
  expect(named(' ')).toEqual(['Cambiar la urgencia', 'Auditoría', 'Módulos'])
})

test.each(['urg camb', 'URGENCIA', 'cambiar la'])('«%s» names the act by the beginnings of its words', (typed) => {
  expect(named(typed)).toEqual(['Cambiar la urgencia', `«${typed}» en Contactos`])
})

test('accents do not matter', () => {
  expect(named('modulos')[0]).toBe('Módulos')
  expect(named('auditoria')[0]).toBe('Auditoría')
})

test('a number leads to its ticket first, and can be searched like words', () => {
  expect(named('#100045')).toEqual(['Abrir el ticket 100045', '«#100045» en Contactos'])
})

test('a person is searched by name or address; one letter or none is not searched', () => {
  expect(named('lucia@levante.example')).toEqual(['«lucia@levante.example» en Contactos'])
  expect(named('z')).toEqual([])
  expect(named('«»')).toEqual([])
})
