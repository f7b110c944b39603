/** The words of the screens of incidents and developments, in Spanish. */
export const incidentsEs = {
  /** spec §4, Incident states and Development states; «en curso» covers every state of an incident. */
  state: {
    'in-progress': 'En curso',
    pending: 'Pendiente',
    resolved: 'Resuelto',
    clarified: 'Aclarado',
    supervised: 'Supervisado',
    delivered: 'Entregado',
    valuation: 'Valoraciones',
    expired: 'Caducado',
    returned: 'Devuelto',
    'installed-in-test': 'Instalado BD pruebas',
    'installed-in-production': 'Instalado BD real',
    cancelled: 'Cancelado',
  },

  list: {
    label: 'Incidencias',
    number: 'Número',
    ticket: 'Nº de ticket',
    state: 'Estado',
    title: 'Descripción',
    createdAt: 'Alta',
    stateAt: 'Fecha estado',
    plannedDelivery: 'Fecha prevista entrega',
    files: 'Ficheros',
    actions: 'Acciones',
    filesOf: (number: number) => `Ficheros de la incidencia ${number}`,
    noTicket: 'Sin ticket',
    /** Tells incidents «en curso» apart. */
    claims: {
      allowed: 'Se puede reclamar',
      'incident-not-claimable': 'No se puede reclamar',
      'incident-claimed-recently': 'Ya reclamada',
      'incident-claims-exhausted': 'Reclamada tres veces',
    },
    empty: 'No tiene incidencias',
    emptyHint: 'Cuando Soporte abra una a partir de un ticket, aquí verá cómo va y cuándo se entrega.',
    emptyFiltered: 'No hay incidencias con estos filtros',
    pastTheEnd: 'Esta página ya no tiene incidencias',
    failed: 'No se ha podido cargar la lista de incidencias',
  },

  developments: {
    label: 'Desarrollos a medida',
    number: 'Nº WF|Presupuesto',
    filterNumber: 'Nº WF',
    state: 'Estado',
    title: 'Descripción',
    createdAt: 'Alta',
    plannedDelivery: 'Entrega/compromiso',
    files: 'Ficheros',
    installed: 'Instalación',
    filesOf: (number: number) => `Ficheros del desarrollo ${number}`,
    notInstalled: 'Sin instalar',
    empty: 'No tiene desarrollos a medida',
    emptyHint: 'Los que pida en un ticket como «Desarrollo a medida» aparecerán aquí.',
    emptyFiltered: 'No hay desarrollos con estos filtros',
    pastTheEnd: 'Esta página ya no tiene desarrollos',
    failed: 'No se ha podido cargar la lista de desarrollos a medida',
  },

  files: {
    none: 'Sin ficheros',
    counted: (title: string, count: number) => `${title}: ${count}`,
  },

  claim: {
    explanation: (number: number) => `Soporte recibirá una reclamación de la incidencia ${number}.`,
    again: 'Podrá volver a reclamar pasadas 24 horas, tres veces como máximo.',
    lastTime: 'Es la tercera y última vez que puede reclamarla.',
    before: 'Reclamaciones anteriores',
    none: 'Todavía no se ha reclamado.',
    done: (number: number) => `Se ha enviado una reclamación de la incidencia ${number}`,
  },
}
