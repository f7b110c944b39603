import { RAUL } from './cast.ts'
import { letter, screenshot } from './sample-files.ts'
import type { DevelopmentScript, ValuationScript } from './work-script.ts'

/** One in every state. */
export const LEVANTE_DEVELOPMENTS: readonly DevelopmentScript[] = [
  {
    state: 'cancelled',
    budget: 'PR-0412',
    title: 'Exportación de la contabilidad al formato de la auditora anterior',
    created: [355, '09:00'],
    requestedIn: -355,
  },
  {
    state: 'expired',
    budget: 'PR-0431',
    title: 'Listado de ocupación por portal y planta',
    created: [320, '10:15'],
    requestedIn: -320,
  },
  {
    state: 'installed-in-production',
    budget: 'PR-0447',
    title: 'Plantilla de contrato de arrendamiento con opción de compra',
    created: [290, '11:40'],
    requestedIn: -290,
    plannedIn: -205,
    installedIn: -198,
    version: 'V030',
  },
  {
    state: 'returned',
    budget: 'PR-0456',
    title: 'Envío de certificaciones a la dirección facultativa desde la aplicación',
    created: [240, '08:45'],
    requestedIn: -240,
    plannedIn: -150,
  },
  {
    state: 'delivered',
    budget: 'PR-0470',
    title: 'Cuadro de mando de márgenes por promoción',
    created: [190, '12:20'],
    requestedIn: -190,
    plannedIn: -34,
    version: 'V031',
    byAuthor: true,
    files: [
      letter('analisis-funcional.pdf', 'Cuadro de mando de márgenes', [
        'Margen por promoción, fase y tipo de inmueble',
        'Ventas: importe de los contratos firmados',
        'Costes: certificado a origen más pendiente según presupuesto vigente',
      ]),
    ],
  },
  {
    state: 'installed-in-test',
    budget: 'PR-0483',
    title: 'Conciliación automática de los recibos de la comunidad',
    created: [160, '09:50'],
    requestedIn: -160,
    plannedIn: -12,
    deliveredIn: -11,
    installedIn: -5,
    plannedTestIn: -5,
    plannedProductionIn: 16,
    version: 'V031',
    byAuthor: true,
    history: [
      { kind: 'state', when: [160, '09:50'], to: 'pending' },
      { kind: 'planned-delivery', when: [155, '10:00'], to: -40, by: RAUL },
      { kind: 'state', when: [130, '09:15'], from: 'pending', to: 'planned', by: RAUL },
      {
        kind: 'planned-delivery',
        when: [48, '12:30'],
        from: -40,
        to: -12,
        reason: 'El banco ha cambiado el fichero de recibos: se adapta la conciliación antes de entregarla.',
        by: RAUL,
      },
      { kind: 'planned-test', when: [48, '12:31'], to: -5, by: RAUL },
      { kind: 'planned-production', when: [48, '12:32'], to: 16, by: RAUL },
      { kind: 'state', when: [11, '13:00'], from: 'planned', to: 'delivered' },
      { kind: 'installed-test', when: [5, '10:30'], from: 'delivered', to: -5 },
    ],
  },
  {
    state: 'supervised',
    budget: 'PR-0491',
    title: 'Aprobación de pedidos de obra según importe y jefe de grupo',
    created: [120, '13:05'],
    requestedIn: -120,
    plannedIn: 7,
  },
  {
    state: 'resolved',
    budget: 'PR-0497',
    title: 'Aviso al comercial cuando caduca una reserva',
    created: [98, '10:30'],
    requestedIn: -98,
    plannedIn: 16,
    byAuthor: true,
  },
  {
    state: 'clarified',
    budget: 'PR-0503',
    title: 'Reparto de gastos corrientes por superficie útil',
    created: [74, '11:10'],
    requestedIn: -74,
    plannedIn: 30,
    files: [
      screenshot('reparto-actual.png'),
      letter('reparto-por-superficie.pdf', 'Reparto de gastos corrientes', [
        'Superficie útil de cada local según escritura',
        'Gastos de limpieza y vigilancia: todos los locales',
        'Gastos de ascensor: de la primera planta en adelante',
      ]),
    ],
  },
  {
    state: 'planned',
    budget: 'PR-0508',
    title: 'Carga de facturas electrónicas de subcontratas',
    created: [52, '08:55'],
    requestedIn: -52,
    plannedIn: 45,
  },
  {
    state: 'valuation',
    budget: 'PR-0514',
    title: 'Remesas de confirming de un segundo banco',
    created: [30, '12:00'],
    requestedIn: -30,
  },
  {
    state: 'pending',
    budget: '',
    title: 'Etiquetas con código QR para la maquinaria de obra',
    created: [11, '09:25'],
    requestedIn: -11,
    byAuthor: true,
  },
]

export const LEVANTE_SECOND_INSTALLATION_DEVELOPMENTS: readonly DevelopmentScript[] = [
  {
    state: 'planned',
    budget: 'PR-0505',
    title: 'Simulador de subrogaciones del préstamo promotor',
    created: [66, '10:50'],
    requestedIn: -66,
    plannedIn: 38,
    byAuthor: true,
  },
  {
    state: 'delivered',
    budget: 'PR-0478',
    title: 'Informe de disposiciones para el banco con la certificación de cada mes',
    created: [170, '11:35'],
    requestedIn: -170,
    plannedIn: -55,
    version: 'V031',
  },
]

export const LEVANTE_VALUATIONS: readonly ValuationScript[] = [
  {
    number: 301,
    description: 'Remesas de confirming de un segundo banco',
    daysAgo: 24,
    budget: 'PR-0514',
    validIn: 21,
    lines: [
      { concept: 'Análisis del formato del segundo banco', hours: 400, price: 6500, vat: 2100 },
      { concept: 'Desarrollo y pruebas de la remesa', hours: 2250, price: 5800, vat: 2100 },
      { concept: 'Formación por videollamada', hours: null, price: 18000, vat: 0 },
    ],
  },
  {
    number: 302,
    description: 'Retención de garantía por certificación en subcontratas',
    daysAgo: 17,
    validIn: 9,
    lines: [
      { concept: 'Retención en la certificación y en la factura', hours: 1600, price: 5800, vat: 2100 },
      { concept: 'Descuento por contrato de mantenimiento', hours: null, price: -9280, vat: 2100 },
    ],
  },
  // It looks as if it were older than the lines of valuations.
  { number: 303, description: 'Portal del Proveedor: alta de nuevas empresas colaboradoras', daysAgo: 6 },
]

export const DUERO_DEVELOPMENTS: readonly DevelopmentScript[] = [
  {
    state: 'planned',
    budget: 'PR-0510',
    title: 'Carta de renovación del contrato con la nueva renta',
    created: [44, '10:05'],
    requestedIn: -44,
    plannedIn: 25,
  },
]

export const DUERO_VALUATIONS: readonly ValuationScript[] = [
  {
    number: 304,
    description: 'Envío de recibos a los inquilinos por correo electrónico',
    daysAgo: 10,
    validIn: 20,
    lines: [{ concept: 'Envío y registro de los recibos', hours: 1200, price: 5800, vat: 2100 }],
  },
]
