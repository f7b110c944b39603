/** Both applications' words for the life line. Spanish is the source. */
export const lifeLineEs = {
  label: 'Línea de vida',
  step: {
    ticket: 'Consulta',
    valuation: 'Valoración',
    incident: 'Incidencia',
    development: 'Desarrollo',
    version: 'Versión',
    test: 'BD pruebas',
    production: 'BD real',
  },
  standing: {
    done: 'Hecho',
    current: 'En curso',
    ahead: 'Pendiente',
    stopped: 'Detenido',
    skipped: 'Omitido',
  },
  state: {
    ticket: { done: 'Cerrada' },
    valuation: { current: 'Por decidir', done: 'Aceptada', stopped: 'Rechazada', skipped: 'Cerrada' },
    version: { done: 'Entregada' },
    test: { done: 'Instalado' },
    production: { done: 'Instalado' },
  },
  raisedOn: (day: string) => `del ${day}`,
  doneOn: (day: string) => `el ${day}`,
  planned: (day: string) => `previsto el ${day}`,
}
