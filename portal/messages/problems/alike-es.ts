/** The words of the suggestions while somebody writes a ticket, in Spanish. */
export const alikeEs = {
  title: 'Antes de enviar',
  found: (count: number) =>
    count === 1 ? 'Hay 1 coincidencia con lo que escribe' : `Hay ${count} coincidencias con lo que escribe`,
  problem: 'Problema conocido',
  ticket: (number: number) => `Ticket abierto ${number}`,
  ticketHint: 'Puede ampliarlo en lugar de abrir otro',
  manual: 'Manual',
  otherTab: '(se abre en otra pestaña)',
  workaround: 'Mientras tanto:',
  mendedVersion: (version: string) => `Corregido en la ${version}`,
  plannedOn: (day: string) => `Previsto para el ${day}`,
  affectsMe: 'Me afecta',
  affectsMeNot: 'Ya no me afecta',
  marked: 'Apuntado: le afecta. Su fecha está en «Problemas conocidos»; no hace falta otro ticket por lo mismo.',
  unmarked: 'Apuntado: ya no le afecta',
}

export type AlikeMessages = typeof alikeEs
