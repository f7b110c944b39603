/** The words of the known problems, in Spanish. */
export const problemsEs = {
  problems: {
    title: 'Problemas conocidos',
    lead: 'Fallos de su versión que ya conocemos, y qué puede hacer mientras los corregimos.',
    none: 'No hay problemas conocidos en su versión',
    noneHint: 'Si algo no funciona como espera, escríbanos un ticket.',
    loading: 'Cargando los problemas conocidos',
    failed: 'No se han podido cargar los problemas conocidos',
    workaround: 'Qué puede hacer mientras',
    mendedVersion: 'Versión que lo corrige',
    plannedOn: 'Fecha prevista',
  },
}

export type ProblemMessages = typeof problemsEs
