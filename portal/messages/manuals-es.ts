/** The words of manuals and versions, in Spanish. The documents' own words are the provider's. */
export const manualsEs = {
  title: 'Manuales y versiones',
  lead: 'Cómo se hace en la aplicación, y qué trae cada versión.',
  tabsLabel: 'Manuales y versiones',
  /** By the ids of the static data; a tab missing here uses the title in the data. */
  tabs: {
    re: 'Manuales RE',
    apps: 'Manuales apps',
    bc: 'Manuales BC',
    portal: 'Este portal',
    'versiones-re': 'Versiones RE',
    'versiones-bc2016': 'Versiones BC 2016',
    'versiones-bc365': 'Versiones BC 365',
  },
  loading: 'Cargando los manuales',
  failed: 'No se han podido cargar los manuales y las versiones',
  empty: 'No hay manuales ni versiones para su empresa',
  emptyHint: 'Si cree que debería haberlos, escriba a Soporte.',
  read: 'Leer',
  readTitle: (title: string) => `Leer ${title}`,
  since: (version: string) => `Desde ${version}`,

  kind: { manual: 'Manual', changes: 'Cambios', model: 'Modelo', download: 'Descarga' },

  pdf: {
    button: 'PDF',
    buttonTitle: (title: string) => `PDF de ${title}`,
    making: 'Preparando el PDF',
    failed: (reason: string) => `No se ha podido descargar el PDF: ${reason}`,
    several: 'Documentación',
  },

  selection: {
    choose: (title: string) => `Elegir ${title}`,
    bar: 'Manuales elegidos',
    count: (count: number) => (count === 1 ? '1 manual elegido' : `${count} manuales elegidos`),
    download: 'Descargar en un PDF',
    clear: 'Quitar la selección',
    tooMany: (max: number) => `En un PDF caben ${max} como máximo.`,
  },

  releases: {
    installed: 'Su versión',
    later: 'Posterior a la suya',
  },

  changes: {
    title: 'Lo que cambia para usted',
    between: (installed: string, newest: string) =>
      `De ${installed}, la que tiene instalada, a ${newest}: sus incidencias y desarrollos, y los módulos que usted tiene.`,
    upToDate: (version: string) => `Tiene instalada la última versión, ${version}: no le queda ningún cambio por ver.`,
    own: 'Sus incidencias y desarrollos',
    none: 'Nada de lo que ha cambiado toca a sus módulos.',
    failed: 'No se ha podido cargar lo que cambia para usted',
    wholeNote: (version: string) => `Leer todos los cambios de ${version}`,
  },

  chapter: { from: 'De dónde viene:' },

  search: {
    label: 'Buscar en los manuales',
    labelHere: 'Buscar en este manual',
    placeholder: 'Por ejemplo: cerrar el ejercicio',
    placeholderHere: 'Qué busca',
    searching: 'Buscando',
    found: (count: number, text: string) =>
      count === 1 ? `1 apartado para «${text}»` : `${count} apartados para «${text}»`,
    none: (text: string) => `No hemos encontrado nada para «${text}»`,
    noneHint: 'Pruebe con otra palabra, o con menos.',
    failed: 'No se ha podido buscar en los manuales',
    everywhere: (text: string) => `Buscar «${text}» en todos los manuales`,
    results: 'Resultados de la búsqueda',
  },

  reading: {
    way: 'Dónde está',
    loading: 'Cargando el documento',
    failed: 'No se ha podido cargar el documento',
    missing: 'Este documento no existe, o no es de los suyos',
    back: 'Ver todos los manuales y versiones',
    updated: (day: string) => `Actualizado el ${day}`,
    released: (day: string) => `Publicada el ${day}`,
    print: 'Imprimir',
    contents: 'Contenido',
    contentsAt: (section: string) => `Contenido. Está en: ${section}`,
    previousSection: (title: string) => `Sección anterior: ${title}`,
    nextSection: (title: string) => `Sección siguiente: ${title}`,
    neighbours: 'Otros documentos',
    previous: 'Anterior',
    next: 'Siguiente',
    linkTo: (title: string) => `Copiar el enlace a «${title}»`,
    linkCopied: 'Se ha copiado el enlace',
    later: (since: string, installed: string) => `Disponible desde ${since}; usted tiene ${installed}.`,
    laterSections: (installed: string) => `En versiones posteriores a ${installed}, la suya`,
    laterNote: (version: string, installed: string) => `Esto es lo que trae ${version}; usted tiene ${installed}.`,
    table: (section: string) => `Tabla de «${section}»`,
    tones: { notice: 'Aviso', important: 'Importante', tip: 'Consejo', example: 'Ejemplo' },
  },
}
