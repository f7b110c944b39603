/**
 * The texts of loaded tickets, made of sentences of the trade with its names, numbers and modules, so that words are as
 * common or rare as in life.
 */

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type SaidBy = 'customer' | 'support'

const someOf =
  (random: () => number) =>
  (list: readonly string[]): string =>
    list[Math.floor(random() * list.length)] ?? ''

/** A ticket's subject, the same for all its messages. */
const subjectOf = (ticket: number) => randomNumbers(Math.imul(ticket, 2_654_435_761))

/** The number of subjects. A ticket's module follows from its subject. */
export const topicOf = (ticket: number): number => Math.floor(subjectOf(ticket)() * TOPICS.length)

export function titleOf(ticket: number): string {
  const { random, thing, trouble, topic } = aboutOf(ticket)
  const some = someOf(random)
  const made = [
    () => `${thing}: ${trouble}`,
    () => `${some(topic.acts)} y ${trouble}`,
    () => `${capital(trouble)} al ${some(topic.acts)}`,
    () => `${capital(thing)} de ${placeOf(random)}`,
    () => `Duda con ${thing}`,
    () => `${capital(trouble)} en ${thing} ${numberOf(random)}`,
  ]
  return capital(made[Math.floor(random() * made.length)]?.() ?? thing).slice(0, 120)
}

/** One message of a ticket; the same in each run. `isShort`: its first sentence alone. */
export function messageOf(ticket: number, step: number, by: SaidBy, isShort = false): string {
  const about = aboutOf(ticket)
  const random = randomNumbers(Math.imul(ticket, 40_503) ^ Math.imul(step + 1, 2_246_822_519))
  const said = by === 'support' ? ANSWERS : step === 0 ? OPENINGS : REPLIES
  const sentences = Array.from({ length: isShort ? 1 : 2 + Math.floor(random() * 2) }, () => {
    const make = said[Math.floor(random() * said.length)]
    return make ? capital(make({ ...about, random })) : ''
  })
  if (isShort) return sentences.join('')
  return `${random() < 0.4 ? `${someOf(random)(GREETINGS)} ` : ''}${sentences.join(' ')}`
}

/** A person's name; the same in each run. */
export function personName(client: number, contact: number): string {
  const random = randomNumbers(Math.imul(client, 31) + contact)
  return `${someOf(random)(FIRST_NAMES)} ${someOf(random)(SURNAMES)} ${someOf(random)(SURNAMES)}`
}

export function clientName(client: number): string {
  const random = randomNumbers(client)
  return `Cliente ${client} ${someOf(random)(COMPANIES)} ${someOf(random)(SURNAMES)}`
}

interface Topic {
  readonly things: readonly string[]
  readonly acts: readonly string[]
}
interface About {
  readonly topic: Topic
  readonly thing: string
  readonly trouble: string
}

function aboutOf(ticket: number): About & { readonly random: () => number } {
  const random = subjectOf(ticket)
  const topic = TOPICS[Math.floor(random() * TOPICS.length)] ?? { things: [], acts: [] }
  const some = someOf(random)
  return { topic, thing: some(topic.things), trouble: some(TROUBLES), random }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const numberOf = (random: () => number): string => String(1000 + Math.floor(random() ** 1.5 * 90_000))
const codeOf = (random: () => number): string => `ERR${100 + Math.floor(random() ** 2 * 900)}`
const amountOf = (random: () => number): string =>
  `${1 + Math.floor(random() * 900)}.${100 + Math.floor(random() * 900)}`
const placeOf = (random: () => number): string => `${someOf(random)(DEVELOPMENTS)} ${someOf(random)(PLACES)}`
const wholeName = (random: () => number): string => `${someOf(random)(FIRST_NAMES)} ${someOf(random)(SURNAMES)}`

type Make = (about: About & { readonly random: () => number }) => string

const OPENINGS: readonly Make[] = [
  ({ thing, trouble }) => `al trabajar con ${thing} ${trouble}.`,
  ({ topic, trouble, random }) => `queremos ${someOf(random)(topic.acts)} y ${trouble}.`,
  ({ thing, random }) => `nos pasa con ${thing} de ${placeOf(random)} desde el ${someOf(random)(DAYS)}.`,
  ({ random }) => `sale el mensaje ${codeOf(random)} y el programa se cierra.`,
  ({ random, thing }) => `adjunto captura de ${thing} número ${numberOf(random)}.`,
  ({ random }) =>
    `lo ha probado también ${wholeName(random)} desde ${someOf(random)(DEPARTMENTS)} con el mismo resultado.`,
  ({ random }) => `el importe es de ${amountOf(random)} euros y debería coincidir con ${someOf(random)(PAPERS)}.`,
  ({ random, topic }) => `antes de la última actualización podíamos ${someOf(random)(topic.acts)} sin ningún problema.`,
  ({ random }) => `tenemos que presentar ${someOf(random)(PAPERS)} antes del ${someOf(random)(DAYS)}.`,
  ({ random, thing }) => `¿cómo se puede ${someOf(random)(WISHES)} ${thing}?`,
]
const REPLIES: readonly Make[] = [
  ({ random }) => `hemos hecho lo que indicáis y sigue igual en ${placeOf(random)}.`,
  ({ thing }) => `con ${thing} ya funciona, pero queda otro caso parecido.`,
  ({ random }) => `os paso ${someOf(random)(PAPERS)} de ${wholeName(random)} para que lo reviséis.`,
  ({ random }) => `esta vez aparece ${codeOf(random)} y no deja continuar.`,
  ({ random }) => `nos corre prisa porque ${someOf(random)(DEPARTMENTS)} cierra el ${someOf(random)(DAYS)}.`,
  ({ trouble }) => `confirmamos que ${trouble} solamente con algunos usuarios.`,
  ({ random }) => `el documento ${numberOf(random)} tiene fecha del ${someOf(random)(DAYS)} pasado.`,
  ({ random, topic }) => `conseguimos ${someOf(random)(topic.acts)} pero el total no es correcto.`,
]
const ANSWERS: readonly Make[] = [
  ({ thing }) => `hemos revisado ${thing} y el origen está en la configuración.`,
  ({ random, topic }) =>
    `para ${someOf(random)(topic.acts)} entre en ${someOf(random)(MENUS)} y pulse ${someOf(random)(BUTTONS)}.`,
  ({ random }) => `marque la casilla «${someOf(random)(OPTIONS)}» y vuelva a generar ${someOf(random)(PAPERS)}.`,
  ({ random }) => `el código ${codeOf(random)} indica que falta ${someOf(random)(MISSING)}.`,
  ({ random }) => `el usuario necesita permiso de ${someOf(random)(OPTIONS)} en ${someOf(random)(MENUS)}.`,
  ({ random }) => `queda corregido en la versión que se instala el ${someOf(random)(DAYS)}.`,
  ({ random }) => `hemos recalculado el documento ${numberOf(random)}; compruebe por favor ${someOf(random)(PAPERS)}.`,
  ({ thing, random }) =>
    `borre los ficheros temporales, reinicie el servicio y abra de nuevo ${thing} desde ${someOf(random)(MENUS)}.`,
  ({ random }) => `lo ha confirmado ${wholeName(random)} del equipo de desarrollo.`,
]

const TOPICS: readonly Topic[] = [
  {
    things: [
      'el asiento de cierre',
      'el libro mayor',
      'el balance de sumas y saldos',
      'la cuenta de explotación',
      'el diario',
      'la regularización de existencias',
    ],
    acts: [
      'cerrar el ejercicio',
      'contabilizar un apunte',
      'abrir el periodo',
      'puntear una cuenta',
      'traspasar asientos',
    ],
  },
  {
    things: [
      'el modelo 303',
      'el modelo 347',
      'el envío del SII',
      'la liquidación de IVA',
      'la retención de IRPF',
      'el inmovilizado del prorrateo',
    ],
    acts: [
      'presentar una declaración',
      'enviar registros a Hacienda',
      'calcular la prorrata',
      'deducir cuotas soportadas',
    ],
  },
  {
    things: [
      'la factura del proveedor',
      'el pedido de compra',
      'el albarán de entrada',
      'la orden de pago',
      'el confirming',
      'el vencimiento',
    ],
    acts: [
      'registrar una factura',
      'validar albaranes',
      'generar la remesa de pagos',
      'aprobar un pedido',
      'retener una garantía',
    ],
  },
  {
    things: [
      'el recibo domiciliado',
      'la remesa SEPA',
      'el cobro pendiente',
      'la devolución bancaria',
      'el efecto impagado',
      'el extracto',
    ],
    acts: [
      'remesar recibos',
      'conciliar movimientos bancarios',
      'anular un cobro',
      'compensar saldos',
      'emitir un cheque',
    ],
  },
  {
    things: [
      'el contrato de arrendamiento',
      'la actualización de la renta',
      'la fianza',
      'el inquilino',
      'el local comercial',
      'la plaza de garaje',
    ],
    acts: [
      'actualizar rentas por IPC',
      'rescindir un contrato',
      'facturar alquileres',
      'devolver la fianza',
      'repercutir gastos comunes',
    ],
  },
  {
    things: [
      'la reserva de vivienda',
      'la escritura',
      'el contrato de compraventa',
      'el plano de la promoción',
      'el comprador',
      'la subrogación hipotecaria',
    ],
    acts: [
      'dar de alta una promoción',
      'reservar un inmueble',
      'imprimir el contrato',
      'cambiar el precio de venta',
      'escriturar viviendas',
    ],
  },
  {
    things: [
      'la certificación de obra',
      'el presupuesto de ejecución',
      'la medición',
      'el subcontratista',
      'el capítulo de cimentación',
      'el parte de trabajo',
    ],
    acts: [
      'certificar una obra',
      'importar mediciones',
      'imputar costes',
      'cerrar el mes de obra',
      'contratar un oficio',
    ],
  },
  {
    things: [
      'el parte de posventa',
      'la incidencia de humedad',
      'la reparación',
      'la garantía decenal',
      'la visita del operario',
      'el acta de entrega',
    ],
    acts: ['citar a un operario', 'cerrar una reparación', 'avisar al propietario', 'clasificar desperfectos'],
  },
  {
    things: [
      'la oportunidad comercial',
      'la campaña',
      'el formulario web',
      'la visita al piso piloto',
      'el interesado',
      'la encuesta',
    ],
    acts: [
      'asignar un comercial',
      'importar contactos',
      'enviar una campaña',
      'registrar una visita',
      'segmentar interesados',
    ],
  },
  {
    things: [
      'la firma electrónica',
      'el certificado digital',
      'el documento firmado',
      'el sobre de firma',
      'el notario',
      'el sello de tiempo',
    ],
    acts: ['firmar un documento', 'renovar el certificado', 'reenviar la invitación', 'descargar evidencias'],
  },
  {
    things: [
      'el acceso de trabajadores',
      'el torno',
      'la documentación de la contrata',
      'el reconocimiento médico',
      'la tarjeta identificativa',
      'el recurso preventivo',
    ],
    acts: ['autorizar una entrada', 'caducar documentación', 'registrar trabajadores', 'leer la tarjeta'],
  },
  {
    things: [
      'la comunidad de propietarios',
      'la derrama',
      'la junta',
      'el coeficiente de participación',
      'la cuota ordinaria',
      'el presidente',
    ],
    acts: ['convocar la junta', 'girar cuotas', 'liquidar gastos', 'repartir una derrama'],
  },
  {
    things: [
      'el flujo de aprobación',
      'el usuario bloqueado',
      'la contraseña',
      'el perfil de permisos',
      'la plantilla de correo',
      'la impresora',
    ],
    acts: [
      'entrar en el programa',
      'aprobar desde el móvil',
      'cambiar permisos',
      'configurar alertas',
      'imprimir un listado',
    ],
  },
  {
    things: [
      'el informe de rentabilidad',
      'el cuadro de mando',
      'la consulta de Analytics',
      'la exportación a Excel',
      'el gráfico de ventas',
      'el cubo de datos',
    ],
    acts: ['refrescar los datos', 'exportar una tabla', 'filtrar por sociedad', 'programar un informe'],
  },
  {
    things: [
      'el préstamo promotor',
      'la póliza de crédito',
      'el cuadro de amortización',
      'la disposición de fondos',
      'el aval',
      'el leasing',
    ],
    acts: ['disponer del préstamo', 'recalcular intereses', 'cancelar un aval', 'amortizar anticipadamente'],
  },
  {
    things: [
      'el gestor documental',
      'la digitalización',
      'el archivo adjunto',
      'la carpeta compartida',
      'el escáner',
      'la versión del documento',
    ],
    acts: ['adjuntar un fichero', 'escanear facturas', 'buscar un documento', 'compartir una carpeta'],
  },
]
const TROUBLES = [
  'no cuadra con el mayor',
  'se queda en blanco',
  'sale duplicado',
  'da un error inesperado',
  'no deja guardar',
  'tarda muchísimo',
  'aparece bloqueado por otro usuario',
  'no se imprime',
  'desaparece al refrescar',
  'calcula mal los decimales',
  'no encuentra el registro',
  'pide una clave que no tenemos',
  'muestra la fecha equivocada',
  'no llega el correo',
  'descuadra por un céntimo',
  'rechaza el fichero',
  'no respeta el orden',
  'queda pendiente para siempre',
  'se cuelga al validar',
  'pierde las líneas',
  'no permite modificarlo',
  'ignora el descuento',
  'coge otra sociedad',
  'falta la serie',
  'repite la numeración',
  'da tiempo de espera agotado',
]
const GREETINGS = ['Buenos días.', 'Buenas tardes.', 'Hola,', 'Buenas.', 'Estimados señores:']
const DAYS = [
  'lunes',
  'martes',
  'miércoles',
  'jueves',
  'viernes',
  'día 1',
  'día 15',
  'día 20',
  'día 28',
  'fin de mes',
  'trimestre',
]
const WISHES = [
  'anular',
  'duplicar',
  'agrupar',
  'recuperar',
  'modificar',
  'ocultar',
  'exportar',
  'renumerar',
  'desbloquear',
  'traducir',
]
const DEPARTMENTS = [
  'administración',
  'contabilidad',
  'tesorería',
  'la delegación',
  'el departamento comercial',
  'la asesoría',
  'gerencia',
  'recursos humanos',
  'la obra',
  'auditoría',
]
const PAPERS = [
  'el listado de saldos',
  'el fichero XML',
  'la relación de vencimientos',
  'el borrador',
  'el resumen anual',
  'la hoja de cálculo',
  'el justificante bancario',
  'la memoria',
  'el acta',
  'el presupuesto',
  'el cuadrante',
  'el informe mensual',
]
const MENUS = [
  'Mantenimiento',
  'Parámetros generales',
  'Procesos periódicos',
  'Utilidades',
  'Tablas auxiliares',
  'Administración de usuarios',
  'Series y contadores',
  'Enlaces contables',
  'Plantillas',
  'Consultas avanzadas',
]
const BUTTONS = [
  'Recalcular',
  'Regenerar',
  'Aceptar',
  'Validar',
  'Reconstruir índices',
  'Actualizar',
  'Desbloquear',
  'Procesar',
  'Sincronizar',
  'Confirmar',
]
const OPTIONS = [
  'incluir anulados',
  'redondear por línea',
  'permitir duplicados',
  'usar contrapartida',
  'forzar sociedad',
  'enviar copia',
  'respetar bloqueo',
  'aplicar retención',
  'agrupar vencimientos',
  'mostrar históricos',
]
const MISSING = [
  'la cuenta contable',
  'el mandato SEPA',
  'el centro de coste',
  'la serie de facturación',
  'el código postal',
  'el NIF del titular',
  'la forma de pago',
  'el tipo impositivo',
  'un permiso',
  'la sociedad destino',
]
const DEVELOPMENTS = [
  'Residencial',
  'Edificio',
  'Urbanización',
  'Parque',
  'Torre',
  'Jardines de',
  'Mirador de',
  'Centro comercial',
  'Polígono',
  'Nave',
]
const PLACES = [
  'Las Lomas',
  'Levante',
  'San Telmo',
  'La Alameda',
  'Monteclaro',
  'Puerta del Mar',
  'El Encinar',
  'Valdemoro',
  'Arganzuela',
  'Sotogrande',
  'Montealto',
  'La Finca',
  'Ribera Baja',
  'Casablanca',
  'Los Almendros',
  'Peñagrande',
  'El Cañaveral',
  'Teatinos',
  'Nervión',
  'Benicàssim',
  'Gamonal',
  'Zurbarán',
  'La Dehesa',
  'Olivares',
  'Miramón',
  'El Saler',
  'Salamanca',
  'Vallecas',
  'Torreblanca',
  'Las Rozas',
]
const COMPANIES = [
  'Construcciones',
  'Promociones',
  'Inmobiliaria',
  'Grupo',
  'Gestión',
  'Obras y Servicios',
  'Patrimonial',
  'Rehabilitaciones',
  'Hermanos',
  'Arquitectura',
]
const FIRST_NAMES = [
  'Ana',
  'Luis',
  'Carmen',
  'Javier',
  'Lucía',
  'Pablo',
  'Marta',
  'Sergio',
  'Elena',
  'Raúl',
  'Nuria',
  'Íñigo',
  'Begoña',
  'Óscar',
  'Silvia',
  'Jordi',
  'Aitor',
  'Rocío',
  'Andrés',
  'Pilar',
  'Hugo',
  'Teresa',
  'Álvaro',
  'Inés',
  'Gonzalo',
  'Montse',
  'Iker',
  'Sonia',
  'Rubén',
  'Amparo',
]
const SURNAMES = [
  'García',
  'Martínez',
  'López',
  'Sánchez',
  'Fernández',
  'Ruiz',
  'Jiménez',
  'Moreno',
  'Muñoz',
  'Álvarez',
  'Romero',
  'Alonso',
  'Gutiérrez',
  'Navarro',
  'Torres',
  'Domínguez',
  'Vázquez',
  'Ramos',
  'Gil',
  'Ramírez',
  'Serrano',
  'Blanco',
  'Molina',
  'Morales',
  'Suárez',
  'Ortega',
  'Delgado',
  'Castro',
  'Ortiz',
  'Rubio',
  'Marín',
  'Sanz',
  'Núñez',
  'Iglesias',
  'Medina',
  'Garrido',
  'Cortés',
  'Castillo',
  'Santos',
  'Lozano',
  'Guerrero',
  'Cano',
  'Prieto',
  'Méndez',
  'Cruz',
  'Calvo',
  'Gallego',
  'Vidal',
  'León',
  'Herrera',
  'Peña',
  'Flores',
  'Cabrera',
  'Campos',
  'Vega',
  'Fuentes',
  'Carrasco',
  'Díez',
  'Reyes',
  'Caballero',
  'Nieto',
  'Aguilar',
  'Pascual',
  'Santana',
  'Herrero',
  'Lorenzo',
  'Montero',
  'Hidalgo',
  'Giménez',
  'Ibáñez',
  'Ferrer',
  'Durán',
  'Echeverría',
  'Zubizarreta',
  'Goñi',
  'Puig',
  'Soler',
  'Roca',
  'Bosch',
  'Ferreiro',
]
