import { CLIENT_AREAS } from '#domain/account.ts'
import type { Area } from '#domain/ticket.ts'
import {
  as,
  boolean,
  flag,
  integer,
  lettered,
  list,
  nullable,
  optional,
  recordCode,
  recordNumber,
  text,
  wireObject,
} from './wire.ts'

export const AREA_LETTERS = {
  main: 'RE',
  apps: 'APPS',
  aspro: 'ASPRO',
  technical: 'TECNICO',
} as const satisfies Record<Area, string>
export const clientArea = lettered(CLIENT_AREAS, AREA_LETTERS)

const clientDetails = wireObject({
  name: as('clapec', text(200)),
  email: as('clefemail', text(254)),
})

const contact = wireObject({
  id: as('csnreg', recordNumber('contact')),
  name: as('csapec', text(200)),
  email: as('csemai', text(254)),
  phone: as('cstelf', text(30)),
})

const programContext = wireObject({
  module: as('pmmodulo', text(100)),
  program: as('pmprograma', text(100)),
})

/** The signed-in user (spec §3). */
export const account = wireObject({
  username: as('usuario', text(200)),
  callingUser: as('usuarioLlamada', text(200)),
  client: as('codigoCliente', recordNumber('client')),
  installation: as('codigoInstalacion', nullable(recordCode('installation'))),
  version: text(20),
  company: as('empresa', nullable(recordCode('company'))),
  areas: list(clientArea),
  administrator: as('mostrarOpciones', boolean),
  limited: as('limitada', boolean),
  clientDetails: as('clienteData', clientDetails),
  contact: as('contacto', nullable(contact)),
  program: as('programa', nullable(programContext)),
})

/** The global configuration (spec §3, Global configuration flags). */
export const configuration = wireObject({
  checkTextLength: as('COMPROBACIONES_TICKET_LONGITUD', flag),
  checkIncidentFiles: as('COMPROBACIONES_INCIDENCIAS_SD', flag),
  saveClosedChats: as('GUARDADO_TICKETS_CHAT_CERRADOS', flag),
  streamAnswers: as('STREAM_GPT', flag),
  simulateTechnician: as('SIMULAR_TECNICO', flag),
  assistantName: as('nombreAsistente', text(100)),
  supportContact: as('contacto', wireObject({ phone: as('telefono', text(60)), email: text(254) })),
  maxAttachmentBytes: as('maxAdjunto', integer),
  maxAttachments: as('maxAdjuntos', integer),
})

/** Plain parameters beside a signed entry in the link: they fill in forms, and never identify anybody (security.md). */
export const entryContext = {
  installation: as('renuinst', optional(recordCode('installation'))),
  version: as('llvers', optional(text(20))),
  origin: as('origen', optional(text(100))),
  company: as('empresa', optional(recordCode('company'))),
  email: optional(text(254)),
  contactName: as('interlocutor', optional(text(200))),
  phone: as('telefono', optional(text(30))),
  module: as('pmmodulo', optional(text(100))),
  program: as('pmprograma', optional(text(100))),
}
