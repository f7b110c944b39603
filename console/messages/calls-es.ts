import type { Words } from '#browser/words.ts'

/** The words for telephone calls. Spanish is the source. */
export const callsEs = {
  record: {
    title: 'Registrar llamada',
    caller: '¿Quién llama?',
    callerHint: 'Nombre, teléfono, correo, código de cliente o instalación',
    found: 'Quién puede ser',
    none: 'No se encuentra a nadie: pruebe con otra cosa',
    failed: 'No se ha podido buscar',
    chosen: 'Llama',
    change: 'Cambiar',
    installation: 'Instalación',
    contact: 'Contacto',
    itself: 'La propia empresa, sin contacto',
    company: 'Empresa',
    area: 'Área',
    module: 'Módulo',
    noModule: 'Sin módulo',
    kind: 'Tipo',
    urgency: 'Urgencia',
    origin: 'Por qué teléfono',
    origins: { E: 'Centralita', P: 'Línea directa', D: 'Devolución de llamada' },
    minutes: 'Minutos',
    subject: 'Título',
    text: 'Qué ha dicho',
    transcript: 'El texto es una transcripción literal: el cliente podrá corregirla',
    submit: 'Registrar',
    done: (number: number) => `Llamada registrada: ticket ${number}`,
  },

  pending: {
    title: 'Llamadas pendientes',
    label: 'Quién espera una llamada',
    empty: 'Nadie espera una llamada',
    anyTime: 'A cualquier hora',
    since: 'Pedida',
    nobody: 'Nadie',
    done: 'Llamada hecha',
    doneTitle: (name: string) => `Llamada a ${name} hecha`,
    note: 'Nota interna de lo hablado (opcional)',
    confirm: 'Marcar como hecha',
    marked: (number: number) => `Llamada del ticket ${number} marcada como hecha`,
    more: 'Cargar más',
  },
}

export type CallMessages = Words<typeof callsEs>
