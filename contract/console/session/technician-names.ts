import { consoleInput, endpoint } from '../../endpoint.ts'
import { consoleObject, list, text } from '../../wire.ts'
import { technicianName } from './open-session.ts'

/**
 * All technicians, for assigning and filtering. It stands alone, because the console's first screen needs no other call
 * about technicians.
 */
export const technicianNames = endpoint({
  method: 'GET',
  path: '/console/technicians/names',
  summary: 'The active technicians',
  access: 'technician',
  input: consoleInput({}),
  data: list(consoleObject({ username: technicianName, name: text(200) })),
})
