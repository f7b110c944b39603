import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'

// Two hundred searches as people type them: words of error messages, names, other forms of a word, missing accents,
// slips. They were written before the search was measured with them.

/** Part of a record's title, and the text typed to find it. */
type Asked = readonly [title: string, ...questions: string[]]

const TICKETS: readonly Asked[] = [
  [
    'regularización de existencias',
    'regularizar existencias',
    'cuenta de variacion',
    'existensias trimestre',
    'variación existencias obra en curso',
  ],
  [
    'permisos para aprobar facturas',
    'aprobar facturas subcontratas',
    'boton desactivado',
    'pbaeza',
    'Obra Valencia',
    'permizos aprobar',
    'jefe de obra 6.000 €',
  ],
  ['modelo 347', 'modelo 347', '347 trimestres', 'fecha de operación', 'desglose trimestral proveedores', 'modleo 347'],
  [
    'mayor de proveedores',
    'lentitud mayor',
    'tarda dos minutos',
    'recalculado indices',
    '400123',
    'lento abrir mayor proveedores',
    'lentitut',
  ],
  [
    'forma de pago',
    'cambio masivo forma de pago',
    'confirming',
    'cambiar formas de pago',
    'confirmin proveedores',
    'transferencia a confirming',
  ],
  [
    'retención de IRPF',
    'retencion irpf alquiler',
    'inquilino sociedad',
    'calle Colón',
    'calle colon',
    'irpf local 19 %',
    'casilla de retension',
  ],
  [
    'apertura del ejercicio',
    'abrir ejercicio nuevo',
    'apertura ejercicio',
    'asiento de apertura',
    'apretura ejercicio',
  ],
  [
    'domicilio fiscal',
    'domicilio fiscal',
    'cambiar domicilio',
    'Agencia Tributaria',
    'domicílio fiscal',
    'domisilio',
    'datos fiscales',
  ],
  [
    'libro de facturas',
    'imprimir libro',
    'se queda en blanco',
    'impresora predeterminada',
    'libro facturas recibidas',
    'inprimir libro',
  ],
  [
    'segundo titular en las arras',
    'segundo titular',
    'contrato de arras',
    'primer comprador',
    'titular arras',
    'segundo titualr',
  ],
  [
    'fianzas depositadas',
    'fianzas',
    'Generalitat',
    'auditoría patrimonio',
    'fianza depositada',
    'fiansas',
    'listado fianzas excel',
  ],
  [
    'traspaso de un anticipo',
    'traspasar anticipo',
    'cambiar de unidad',
    'anticipo cliente vivienda',
    'antisipo cliente',
  ],
  [
    'recibos de comunidad',
    'renumerar recibos',
    '412',
    'numeracion recibos comunidad',
    'recibos noviembre numero 1',
    'renumerra',
  ],
  [
    'cierre del ejercicio con obra',
    'cierre ejercicio obra en curso',
    'contabilidad analítica',
    'cerrar ejercicio promociones',
    'analitika',
  ],
  [
    'remesa de recibos rechazada',
    'AM05',
    'am05',
    'remesa rechazada',
    'duplicidad',
    'el banco rechaza la remesa',
    'remeza rechazada',
    'remesas rechazadas banco',
  ],
  [
    'reparto de gastos entre portales',
    'limpieza portales',
    'coeficiente vivienda',
    'repartir gastos',
    'criterio de reparto',
    'limpiesa',
  ],
  [
    'carga inicial de mediciones',
    'BC3',
    'medicion cero',
    'FIEBDC',
    'cargar mediciones',
    'medisiones partidas',
    'FIEBDC-3/2016',
    'ANSI ingeniería',
  ],
  [
    'saldo de un proveedor descuadrado',
    '400087',
    '1.815,00',
    'saldo descuadrado',
    'cartera de pagos saldo contable',
    'descuadrao',
  ],
  [
    'efectos de una compraventa',
    'efectos compraventa',
    'aplazamiento',
    'plan de pagos escritura',
    'conpraventa',
    '4.º A Residencial Turia',
  ],
  [
    'local reformado',
    'amortizacion local',
    'avenida del Puerto',
    'reforma local',
    'reforma se amortiza en diez años',
    'amortisación',
  ],
  [
    'factura rectificativa de un anticipo',
    'rectificativa anticipo',
    'comprador desistido',
    'devolver anticipo',
    'anular con devolución',
    'rectificatiba',
  ],
  ['plusvalía municipal mal', 'plusvalia', 'coeficiente plusvalía', 'plusvalías municipales', 'plusbalía'],
  [
    'asiento de cierre sin el grupo 8',
    'grupo 8',
    'asiento cierre saldo',
    'cuentas del grupo 8',
    'cuentas grupo 8 conservan saldo',
  ],
  ['mandatos SEPA', 'SEPA', 'mandatos duplicados', 'referencia mandato', 'mandato sepa inquilinos', 'mandatos spea'],
  ['IVA de facturas rectificativas', 'iva repercutido', 'modelo 303', '303', 'IVA rectificativas ejercicio anterior'],
  [
    'certificaciones a origen',
    'acopio acero',
    'certificación a origen',
    'acopio facturado',
    'certificaciones orijen',
    'asero acopio',
  ],
  [
    'centro de coste',
    'centro de coste',
    'pedido pierde centro',
    'comparativo',
    'cambiar proveedor pedido',
    'conparativo',
  ],
  [
    'listado de morosos',
    'morosos',
    'calle Sorní',
    'sorni',
    'portal B',
    'moroso comunidad',
    'morosos portal b propietarios',
  ],
  [
    'traspaso de una reserva',
    'traspasar reserva',
    'pasar reserva promociones señal',
    'senal cobrada',
    'señal ya cobrada',
    'rezerva promociones',
  ],
  [
    'certificación que no cuadra',
    'certificación 7',
    'certificacion que no cuadra',
    'redondeo decimales',
    'importe distinto en pantalla',
    'redondeo desimales',
  ],
  [
    'plano de ventas',
    'plano de ventas',
    'la aplicación se cierra',
    'guardar registro',
    'se cierra plano ventas',
    'plano vnetas',
  ],
  ['tipo de retención para profesionales', 'arquitecto', 'retencion reducida', 'retención profesionales', 'arquitekto'],
  [
    'recibos de alquiler sin IVA',
    'garajes',
    'garajes sin iva',
    'vinculado a vivienda',
    'garages iva',
    'recibos alquiler sin iva',
  ],
  [
    'puesto nuevo',
    '5093',
    'srv-gestion',
    'servidor de licencias',
    'puesto nuevo',
    'no encuentra el servidor',
    'lisencias',
  ],
  ['Portal del Cliente', 'correo de bienvenida', 'portal del cliente', 'correo no deseado', 'bienbenida'],
  [
    'dimensión obligatoria',
    'dimension obligatoria',
    'dimensión Promoción',
    'código obligatorio',
    'dimensiones predeterminadas',
    'dimencion',
  ],
  [
    'seguro de una subcontrata',
    'seguro subcontrata',
    'responsabilidad civil',
    'caduca seguro',
    'caducidad seguros subcontratas',
    'responsavilidad civil',
  ],
  [
    'nóminas de obra',
    'Cuenta 465 sin desglose',
    '465',
    'nominas',
    'error contabilizar nóminas',
    '«Cuenta 465 sin desglose»',
    'nomimas',
  ],
  [
    'emitir ninguna factura',
    'Serie bloqueada por otro usuario',
    'serie bloqueada',
    'bloqueado por otro usuario',
    '«Serie',
    'serie bloqeada',
    'tres escrituras',
  ],
  ['promoción en cooperativa', 'cooperativa', 'regimen de cooperativa', 'coperativa', 'cooperativas'],
]

const INCIDENTS: readonly Asked[] = [
  ['avisos por correo de vencimientos', 'avisos vencimientos', 'servidor de correo antiguo', 'vensimientos'],
  ['IVA repercutido descuadra', 'iva repercutido', 'listado iva descuadra'],
  ['contrato de arras', 'firma contrato arras', 'segundo titular'],
  ['mediciones de los capítulos ocultos', 'capitulos ocultos', 'copiar presupuesto mediciones', 'capítulos ocutlos'],
  ['remesa de recibos de alquiler', 'mandato sepa', 'referencia duplicada remesa'],
  ['cuadro de amortización', 'cuadro amortizacion', 'redondea última cuota'],
  ['Retención de garantía', 'retención garantía subcontrata', 'retencion de garantia'],
  ['importación de extractos', 'extractos bancarios', 'extracto bancario', 'extractos bankarios'],
  ['previsión de tesorería', 'previsión tesorería', 'pagos aplazados'],
  ['subrogación parcial', 'subrogación parcial', 'subrogaciones parciales'],
  ['cláusula de fianza', 'clausula fianza', 'cláusulas de fianzas'],
  ['actualización de rentas', 'actualizacion rentas', 'indice de referencia vivienda'],
]

const DEVELOPMENTS: readonly Asked[] = [
  ['código QR', 'etiquetas QR', 'codigo qr maquinaria'],
  ['Cuadro de mando', 'cuadro de mando', 'margenes promocion'],
  ['facturas electrónicas', 'factura electrónica subcontratas'],
]

const FILES: readonly Asked[] = [
  ['certificacion-7.pdf', 'certificacion-7.pdf', 'certificación'],
  ['error-nominas.png', 'error nóminas', 'error-nominas'],
  ['mediciones-proyecto.pdf', 'mediciones proyecto'],
  ['plusvalia-coeficiente.png', 'plusvalía coeficiente'],
]

const ASKED = Object.entries({
  ticket: TICKETS,
  incidencia: INCIDENTS,
  desarrollo: DEVELOPMENTS,
  adjunto: FILES,
}).flatMap(([kind, all]) =>
  all.flatMap(([title, ...questions]) => questions.map((question) => ({ kind, title, question }))),
)

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())

test('of 200 questions at least 97 % find the right record among the first three', async () => {
  expect(ASKED.length).toBeGreaterThanOrEqual(200)
  const cookie = await portal.enter('LEV-01', 11)
  const missed: string[] = []
  for (const { kind, title, question } of ASKED) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 10_000)
    const { data } = await portal.call(cookie, 'GET', '/buscar', { q: question })
    const group = data.grupos.find(({ tipo }: { tipo: string }) => tipo === kind)
    const first: string[] = (group?.items ?? []).slice(0, 3).map(({ titulo }: { titulo: string }) => titulo)
    if (!first.some((each) => each.includes(title))) missed.push(`${question} → ${title}: ${first.join(' | ')}`)
  }
  expect(missed.length / ASKED.length, missed.join('\n')).toBeLessThanOrEqual(0.03)
})
