import type { ClientArea, EntryMode, Visibility } from '#domain/account.ts'

/** The fixed cast: people, tests and screenshots use these names and codes. */
export interface DemoClient {
  readonly client: number
  readonly name: string
  readonly email: string
  readonly areas: readonly ClientArea[]
  readonly installations: readonly DemoInstallation[]
  readonly contacts: readonly DemoContact[]
}

export interface DemoInstallation {
  readonly code: string
  readonly version: string
  readonly entryMode: EntryMode
  /** Company codes and their names. */
  readonly companies: Readonly<Record<string, string>>
}

export interface DemoContact {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly visibility: Visibility
  /** The contact's installations, each with the codes of its companies there. */
  readonly installations: Readonly<Record<string, readonly string[]>>
  readonly login?: DemoLogin
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
}

export interface DemoTechnician extends DemoLogin {
  readonly name: string
  readonly role: 'technician' | 'supervisor'
}

const LEVANTE_COMPANIES = { '001': 'Levante Obras', '002': 'Levante Patrimonio' }

export const LEVANTE: DemoClient = {
  client: 1001,
  name: 'Constructora Levante, S.A.',
  email: 'administracion@levante.example',
  areas: ['main', 'apps', 'aspro'],
  installations: [
    { code: 'LEV-01', version: 'V031', entryMode: 'signed', companies: LEVANTE_COMPANIES },
    { code: 'LEV-02', version: 'V030', entryMode: 'signed', companies: LEVANTE_COMPANIES },
  ],
  contacts: [
    {
      id: 11,
      name: 'Lucía Ferrer',
      email: 'lucia.ferrer@levante.example',
      phone: '960 000 011',
      visibility: 'installation',
      installations: { 'LEV-01': ['001', '002'] },
    },
    {
      id: 12,
      name: 'Andrés Molina',
      email: 'andres.molina@levante.example',
      phone: '960 000 012',
      visibility: 'client',
      installations: { 'LEV-01': ['001'] },
      login: { username: 'andres', password: 'Demo-andres-1' },
    },
    {
      id: 13,
      name: 'Marta Gil',
      email: 'marta.gil@levante.example',
      phone: '960 000 013',
      visibility: 'client',
      installations: {},
      login: { username: 'marta', password: 'Demo-marta-1' },
    },
    {
      id: 14,
      name: 'Teo Ruiz',
      email: 'teo.ruiz@levante.example',
      phone: '960 000 014',
      visibility: 'client',
      installations: { 'LEV-01': [] },
      login: { username: 'teo', password: 'Demo-teo-1' },
    },
  ],
}

export const DUERO: DemoClient = {
  client: 1002,
  name: 'Inmobiliaria Duero, S.L.',
  email: 'oficina@duero.example',
  areas: ['main'],
  installations: [{ code: 'DUE-01', version: 'V030', entryMode: 'signed', companies: { '001': 'Duero' } }],
  contacts: [
    {
      id: 21,
      name: 'Nuria Santos',
      email: 'nuria.santos@duero.example',
      phone: '983 000 021',
      visibility: 'installation',
      installations: { 'DUE-01': ['001'] },
    },
    {
      id: 22,
      name: 'Pablo Vega',
      email: 'pablo.vega@duero.example',
      phone: '983 000 022',
      visibility: 'client',
      installations: { 'DUE-01': ['001'] },
      login: { username: 'pablo', password: 'Demo-pablo-1' },
    },
  ],
}

export const TEIDE: DemoClient = {
  client: 1003,
  name: 'Promociones Teide, S.A.',
  email: 'promociones@teide.example',
  areas: ['main', 'apps'],
  installations: [{ code: 'TEI-01', version: 'V030', entryMode: 'limited', companies: { '001': 'Teide' } }],
  contacts: [
    {
      id: 31,
      name: 'Idaira Luján',
      email: 'idaira.lujan@teide.example',
      phone: '922 000 031',
      visibility: 'installation',
      installations: { 'TEI-01': ['001'] },
    },
  ],
}

export const SONIA: DemoTechnician = {
  username: 'sonia',
  name: 'Sonia Campos',
  role: 'technician',
  password: 'Demo-sonia-1',
}

export const RAUL: DemoTechnician = {
  username: 'raul',
  name: 'Raúl Ibáñez',
  role: 'supervisor',
  password: 'Demo-raul-1',
}

/** The author of an installation's tickets: a contact or, without one, the client itself. */
export interface DemoAuthor {
  readonly contact: DemoContact | null
  readonly installation: string
}

export const contactOf = (cast: DemoClient, id: number): DemoContact => {
  const contact = cast.contacts.find((contact) => contact.id === id)
  if (!contact) throw new Error(`The demo has no contact ${id} in ${cast.name}`)
  return contact
}
