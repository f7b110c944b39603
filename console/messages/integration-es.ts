import type { Words } from '#browser/words.ts'
import type { KeyScope } from '#domain/technician.ts'

/** The words for API keys and webhooks. Spanish is the source. */
export const integrationEs = {
  keys: {
    title: 'Claves de API',
    lead: 'Con ellas otros programas usan la consola: solo lo que su clave permite, y nunca en nombre de un cliente.',
    create: 'Nueva clave',
    empty: 'No hay claves: ningún programa entra en la consola',
    name: 'Nombre',
    nameHint: 'El del programa: así firma en los tickets y en la auditoría.',
    scopes: 'Permite',
    scope: {
      'tickets-read': 'Ver tickets',
      'tickets-write': 'Responder y cambiar tickets',
      'work-read': 'Ver incidencias, desarrollos y valoraciones',
      'work-write': 'Crear y cambiar incidencias, desarrollos y valoraciones',
      'clients-read': 'Ver clientes, instalaciones y contactos',
    } as Readonly<Record<KeyScope, string>>,
    key: 'Clave',
    ending: (ending: string) => `…${ending}`,
    expiresAt: 'Caduca',
    expiresHint: 'Hora peninsular; como mucho, dos años.',
    lastUsed: 'Último uso',
    never: 'Nunca',
    state: 'Estado',
    acts: 'Acciones',
    good: 'Vigente',
    overlapping: (until: string) => `La anterior vale hasta el ${until}`,
    expired: 'Caducada',
    revokedAt: (at: string) => `Revocada el ${at}`,
    by: (name: string, at: string) => `La creó ${name} el ${at}`,
    rotate: 'Rotar',
    rotateKey: (name: string) => `Rotar la clave de «${name}»`,
    rotateLead: 'Se crea otra clave con los mismos permisos. La anterior sigue valiendo hasta el momento que indique.',
    oldUntil: 'La anterior vale hasta',
    oldUntilHint: 'Hora peninsular; como mucho, 30 días. Un momento ya pasado: deja de valer ahora.',
    revoke: 'Revocar',
    revokeKey: (name: string) => `Revocar la clave de «${name}»`,
    revokeLead: 'Deja de valer ahora mismo y no se puede recuperar. Lo que hizo se conserva con su nombre.',
    revoked: (name: string) => `Clave de «${name}» revocada`,
    made: (name: string) => `Clave de «${name}» creada`,
    secretTitle: (name: string) => `Clave de «${name}»`,
    secretLead: 'El programa la envía en cada llamada, en la cabecera «Authorization: Bearer …».',
  },
}

export type IntegrationMessages = Words<typeof integrationEs>
