import type { SupportRefusal } from '#domain/support-actions.ts'

/**
 * Why a technician's act is refused. The console's screens show these sentences, too, and load no others of the
 * service.
 */
export const supportSentencesEs = {
  'ticket-over': () => 'Este ticket ya terminó: no se puede cambiar',
  'merge-itself': () => 'Es el mismo ticket',
  'already-merged': () => 'Ese ticket ya se unió a otro',
  'merge-other-client': () => 'Solo se pueden unir tickets del mismo cliente',
  'merge-other-audience': () => 'No se pueden unir: no todos los que ven uno de los dos pueden ver el otro',
  'written-meanwhile': () => 'Alguien ha escrito mientras tanto: lea lo nuevo antes de enviar',
  'assigned-meanwhile': (name: string | null) =>
    name === null ? 'Mientras tanto ha dejado de tener técnico' : `Mientras tanto lo ha tomado ${name}`,
  'not-called': () => 'Nadie espera una llamada por este ticket',
  'module-of-other-area': () => 'Ese módulo no es de esa aplicación',
  'area-not-theirs': () => 'El cliente no tiene esa aplicación',
  'unknown-fields': (names: string | null) => `No existe ${names}: elija los campos de la lista`,
  'by-supervisor': () => 'Solo un supervisor puede dar acceso de administrador',
  'view-name-taken': () => 'Ya hay una vista con ese nombre',
  'too-many-views': (most: string | null) => `Ya hay ${most} vistas guardadas: elimine alguna antes`,
} satisfies Record<SupportRefusal, unknown> & Record<string, (name: string | null) => string>
