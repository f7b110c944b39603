import { consoleInput, endpoint } from '../endpoint.ts'
import { consoleObject, nullable, text } from '../wire.ts'
import { newAddress } from './addresses.ts'
import { linkToken } from './session.ts'
import { technicianName } from './session/open-session.ts'

const nothing = nullable(consoleObject({}))

export const consoleNewAddress = {
  check: endpoint({
    method: 'POST',
    path: '/console/address-link',
    summary: "Whose changed address a mailed link confirms; 401 if it is no longer valid, whoever's it was",
    budget: 'read',
    access: 'public',
    changes: false,
    input: consoleInput({ token: linkToken }),
    data: consoleObject({ username: technicianName, name: text(200), email: text(254) }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/console/address-link/use',
    summary: "Confirm a technician's changed address by the link that was mailed there: it counts from now on",
    access: 'public',
    input: consoleInput({ token: linkToken }),
    data: nothing,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/console/technicians/new-address/resend',
    summary: 'Mail another link to an address that waits to be confirmed; it replaces the one before',
    access: 'supervisor',
    input: consoleInput({ username: technicianName }),
    data: newAddress,
  }),
  drop: endpoint({
    method: 'POST',
    path: '/console/technicians/new-address/drop',
    summary: 'Give up an address that waits to be confirmed: its link is no longer valid',
    access: 'supervisor',
    input: consoleInput({ username: technicianName }),
    data: nothing,
  }),
}
