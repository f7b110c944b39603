import type { IncidentState } from '#domain/incident.ts'
import { RAUL } from './cast.ts'
import type { Moment } from './moment.ts'
import { type SampleFile, letter } from './sample-files.ts'
import type { ProgressScript } from './work-rows.ts'

/** What a ticket calls an incident of its client by: its state, unless two share it. */
export type IncidentKey = IncidentState | 'situation-delivered'

export interface IncidentScript extends ProgressScript {
  readonly key: IncidentKey
  readonly state: IncidentState
  readonly title: string
  readonly created: Moment
  readonly stateAt: Moment
  readonly situation?: string
  readonly department?: string
  readonly sprint?: string
  /** That it is delivered with. */
  readonly version?: string
  readonly claims?: readonly Moment[]
  readonly files?: readonly SampleFile[]
}

/** One in every state, and one that its situation alone delivers. */
export const LEVANTE_INCIDENTS: readonly IncidentScript[] = [
  {
    key: 'expired',
    state: 'expired',
    title: 'Los avisos por correo de vencimientos no se envían con el servidor de correo antiguo',
    created: [340, '09:10'],
    stateAt: [200, '10:00'],
  },
  {
    key: 'cancelled',
    state: 'cancelled',
    title: 'El listado de IVA repercutido descuadra en facturas rectificativas de otro ejercicio',
    created: [300, '11:25'],
    stateAt: [281, '13:30'],
    department: 'Soporte',
  },
  {
    key: 'installed-in-production',
    state: 'installed-in-production',
    title: 'La firma del contrato de arras no toma el segundo titular',
    created: [260, '12:10'],
    stateAt: [214, '14:00'],
    department: 'Desarrollo',
    sprint: 'Sprint 8',
    plannedIn: -216,
    deliveredIn: -225,
    plannedTestIn: -220,
    testInstalledIn: -221,
    plannedProductionIn: -214,
    version: 'V030',
    validation: 'validated',
    history: [
      { kind: 'state', when: [260, '12:10'], to: 'pending' },
      { kind: 'planned-delivery', when: [259, '09:30'], to: -230, by: RAUL },
      { kind: 'state', when: [259, '09:31'], from: 'pending', to: 'planned', by: RAUL },
      { kind: 'state', when: [246, '08:40'], from: 'planned', to: 'in-progress', by: RAUL },
      {
        kind: 'planned-delivery',
        when: [236, '12:00'],
        from: -230,
        to: -216,
        reason: 'La misma plantilla se usa en las reservas: se corrigen y se prueban las dos.',
        by: RAUL,
      },
      { kind: 'planned-test', when: [236, '12:01'], to: -220, by: RAUL },
      { kind: 'planned-production', when: [236, '12:02'], to: -214, by: RAUL },
      { kind: 'state', when: [225, '13:10'], from: 'in-progress', to: 'delivered' },
      { kind: 'installed-test', when: [221, '10:15'], from: 'delivered', to: -221 },
      {
        kind: 'validation',
        when: [217, '09:05'],
        to: 'validated',
        reason: 'Probado con dos y con tres compradores: salen todos.',
      },
      { kind: 'installed-production', when: [214, '14:00'], from: 'installed-in-test', to: -214 },
    ],
  },
  {
    key: 'returned',
    state: 'returned',
    title: 'Al copiar un presupuesto de obra se pierden las mediciones de los capítulos ocultos',
    created: [215, '10:40'],
    stateAt: [150, '09:30'],
    department: 'Desarrollo',
  },
  {
    key: 'delivered',
    state: 'delivered',
    title: 'El asiento de cierre no incluye las cuentas del grupo 8',
    created: [92, '09:35'],
    stateAt: [47, '13:15'],
    department: 'Desarrollo',
    sprint: 'Sprint 12',
    plannedIn: -45,
    version: 'V031',
  },
  {
    key: 'situation-delivered',
    state: 'clarified',
    situation: 'ENTREGADO',
    title: 'La remesa de recibos de alquiler duplica la referencia del mandato SEPA',
    created: [70, '12:05'],
    stateAt: [31, '11:00'],
    department: 'Desarrollo',
    sprint: 'Sprint 13',
    plannedIn: -30,
    version: 'V031',
  },
  {
    key: 'installed-in-test',
    state: 'installed-in-test',
    title: 'El cuadro de amortización del inmovilizado redondea mal la última cuota',
    created: [64, '09:00'],
    stateAt: [9, '12:45'],
    department: 'Desarrollo',
    sprint: 'Sprint 15',
    plannedIn: -7,
    deliveredIn: -12,
    plannedTestIn: -9,
    plannedProductionIn: 12,
    version: 'V031',
    history: [
      { kind: 'state', when: [64, '09:00'], to: 'pending' },
      { kind: 'planned-delivery', when: [60, '11:20'], to: -21, by: RAUL },
      { kind: 'state', when: [50, '08:50'], from: 'pending', to: 'in-progress', by: RAUL },
      {
        kind: 'planned-delivery',
        when: [24, '10:05'],
        from: -21,
        to: -7,
        reason: 'El redondeo afecta también a los bienes reevaluados: hacen falta más pruebas.',
        by: RAUL,
      },
      { kind: 'planned-test', when: [24, '10:06'], to: -9, by: RAUL },
      { kind: 'planned-production', when: [24, '10:07'], to: 12, by: RAUL },
      { kind: 'state', when: [12, '13:40'], from: 'in-progress', to: 'delivered' },
      { kind: 'installed-test', when: [9, '12:45'], from: 'delivered', to: -9 },
    ],
  },
  {
    key: 'valuation',
    state: 'valuation',
    title: 'Retención de garantía distinta por cada certificación de una misma subcontrata',
    created: [58, '13:10'],
    stateAt: [22, '09:20'],
    department: 'Valoraciones',
  },
  {
    key: 'supervised',
    state: 'supervised',
    title: 'La importación de extractos bancarios no reconoce los apuntes del último día del mes',
    created: [50, '08:35'],
    stateAt: [19, '10:10'],
    department: 'Calidad',
    sprint: 'Sprint 15',
    plannedIn: 6,
    claims: [
      [36, '08:15'],
      [29, '09:40'],
      [15, '11:30'],
    ],
  },
  {
    key: 'clarified',
    state: 'clarified',
    title: 'El informe de desviaciones compara con el presupuesto inicial en vez del vigente',
    created: [43, '11:55'],
    stateAt: [12, '09:05'],
    department: 'Soporte',
  },
  {
    key: 'resolved',
    state: 'resolved',
    title: 'La previsión de tesorería repite los pagos aplazados cuando se regenera',
    created: [38, '10:20'],
    stateAt: [8, '14:20'],
    department: 'Desarrollo',
    sprint: 'Sprint 16',
    plannedIn: 9,
    claims: [{ minutes: 2 * 24 * 60 }],
  },
  {
    key: 'in-progress',
    state: 'in-progress',
    title: 'Las certificaciones a origen no descuentan el acopio ya facturado',
    created: [33, '09:45'],
    stateAt: [6, '08:30'],
    department: 'Desarrollo',
    sprint: 'Sprint 16',
    plannedIn: 14,
  },
  {
    key: 'planned',
    state: 'planned',
    title: 'El pedido de compra pierde el centro de coste al cambiar de proveedor',
    created: [27, '12:30'],
    stateAt: [13, '13:00'],
    department: 'Desarrollo',
    sprint: 'Sprint 17',
    plannedIn: 28,
    claims: [{ minutes: 20 }],
  },
  {
    key: 'pending',
    state: 'pending',
    title: 'El cálculo de la plusvalía municipal ignora los coeficientes del año en curso',
    created: [16, '10:55'],
    stateAt: [16, '10:55'],
    files: [
      letter('informe-plusvalia.pdf', 'Cálculo de la plusvalía', [
        'Promoción: Residencial Turia, vivienda 3.º B',
        'Coeficiente aplicado por la aplicación: 0,14',
        'Coeficiente vigente según la ordenanza: 0,17',
      ]),
    ],
  },
]

export const LEVANTE_SECOND_INSTALLATION_INCIDENTS: readonly IncidentScript[] = [
  {
    key: 'planned',
    state: 'planned',
    title: 'La subrogación parcial no libera la parte no dispuesta del préstamo promotor',
    created: [136, '10:10'],
    stateAt: [21, '09:50'],
    department: 'Desarrollo',
    plannedIn: 40,
  },
  {
    key: 'delivered',
    state: 'delivered',
    title: 'El calendario de disposiciones del préstamo promotor salta los meses sin certificación',
    created: [110, '09:20'],
    stateAt: [53, '12:30'],
    department: 'Desarrollo',
    plannedIn: -54,
    version: 'V031',
  },
]

export const DUERO_INCIDENTS: readonly IncidentScript[] = [
  {
    key: 'delivered',
    state: 'delivered',
    title: 'El contrato de alquiler imprime dos veces la cláusula de fianza',
    created: [88, '10:40'],
    stateAt: [54, '12:00'],
    department: 'Desarrollo',
    plannedIn: -52,
    version: 'V031',
  },
  {
    key: 'pending',
    state: 'pending',
    title: 'La actualización de rentas no aplica el índice de referencia de vivienda',
    created: [18, '09:55'],
    stateAt: [18, '09:55'],
    department: 'Soporte',
  },
]

export const TEIDE_INCIDENTS: readonly IncidentScript[] = [
  {
    key: 'in-progress',
    state: 'in-progress',
    title: 'El plano de ventas no colorea las viviendas reservadas desde eVentas',
    created: [25, '11:15'],
    stateAt: [10, '09:10'],
    department: 'Desarrollo',
    sprint: 'Sprint 16',
    plannedIn: 12,
  },
]
