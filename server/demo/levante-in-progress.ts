import { RAUL, SONIA } from './cast.ts'
import { letter, screenshot } from './sample-files.ts'
import { type TicketScript, answer, claim, closing, query, rejection, reply } from './ticket-script.ts'

/** Lucía's tickets in progress by whose turn it is: one for every state that the portal distinguishes. */
export const LUCIA_IN_PROGRESS: readonly TicketScript[] = [
  {
    title: 'Pendiente, Soporte le ha respondido: cierre del ejercicio con obra en curso',
    module: 'Contabilidad',
    entries: [
      query(
        [12, '09:10'],
        'Vamos a cerrar el ejercicio y tenemos tres promociones con obra en curso. ¿Debemos regularizar las existencias antes o después de generar el asiento de cierre?',
      ),
      answer(
        [11, '10:05'],
        SONIA,
        'Antes: el cierre toma los saldos ya regularizados. ¿Nos confirma si las tres promociones llevan contabilidad analítica? De eso depende el orden de los procesos.',
      ),
    ],
  },
  {
    title: 'Pendiente, respondida hoy: remesa de recibos rechazada por el banco',
    module: 'Tesorería',
    urgency: '4',
    entries: [
      query(
        [1, '09:20'],
        'El banco nos rechaza la remesa de recibos de este mes con el código AM05, «duplicidad». La del mes anterior se envió con los mismos datos sin problema.',
      ),
      answer(
        { minutes: 95 },
        RAUL,
        'El código AM05 indica que el banco ya tiene un fichero con la misma referencia. ¿Puede decirnos si la remesa se generó dos veces ese día?',
      ),
    ],
  },
  {
    title: 'Pendiente, en espera de Soporte: reparto de gastos entre portales',
    module: 'Gastos Corrientes',
    entries: [
      query(
        [2, '10:15'],
        'Queremos repartir la factura de la limpieza entre los tres portales según el coeficiente de cada vivienda y no por partes iguales. ¿Dónde se cambia el criterio de reparto?',
      ),
    ],
  },
  {
    title: 'Pendiente, con varias respuestas suyas: carga inicial de mediciones',
    module: 'Presupuestos de Obra',
    entries: [
      query(
        [34, '08:45'],
        'Al cargar las mediciones de un proyecto desde un fichero BC3, los capítulos aparecen pero las partidas quedan con medición cero. El fichero se abre bien en otros programas.',
      ),
      answer([33, '09:30'], SONIA, '¿Con qué programa se generó el fichero y en qué codificación está guardado?'),
      reply(
        [32, '10:00'],
        'Lo ha preparado la ingeniería. Nos dicen que está en ANSI y que es la versión FIEBDC-3/2016.',
      ),
      answer([31, '10:20'], SONIA, '¿Las mediciones están en líneas de detalle o solo como total de cada partida?'),
      reply(
        [28, '10:40'],
        'Solo como total de cada partida, sin líneas de detalle. Les adjunto la página del proyecto en la que se ve.',
        {
          files: [
            letter('mediciones-proyecto.pdf', 'Estado de mediciones', [
              '01.01 Excavación en zanja: 184,50 m³',
              '01.02 Hormigón de limpieza HL-150: 22,30 m³',
              '02.01 Forjado reticular: 1.240,00 m²',
            ]),
          ],
        },
      ),
    ],
  },
  {
    title: 'Reclamada hace días, sin respuesta: saldo de un proveedor descuadrado',
    module: 'Cuentas a Pagar',
    entries: [
      query(
        [15, '09:25'],
        'El saldo del proveedor 400087 en la cartera de pagos no coincide con su saldo contable: hay una diferencia de 1.815,00 €, que es el importe exacto de una factura ya pagada.',
      ),
      claim([5, '10:30']),
    ],
  },
  {
    title: 'Recién reclamada: no se generan los efectos de una compraventa',
    module: 'Ventas',
    urgency: '4',
    entries: [
      query(
        [6, '11:35'],
        'Al firmar la compraventa de la vivienda 4.º A de Residencial Turia no se han generado los efectos del aplazamiento. El plan de pagos está completo y la escritura es este mes.',
      ),
      claim({ minutes: 25 }),
    ],
  },
  {
    title: 'Reclamada tres veces seguidas: amortización de un local reformado',
    module: 'Inmovilizado',
    urgency: '5',
    entries: [
      query(
        [26, '08:55'],
        'Hemos incorporado al inmovilizado la reforma del local de la avenida del Puerto. ¿Cómo indicamos que la reforma se amortiza en diez años y el local en cincuenta?',
      ),
      claim([20, '09:15']),
      claim([13, '09:45']),
      claim([6, '10:10']),
    ],
  },
  {
    title: 'Cerrada, a la espera de su conformidad: factura rectificativa de un anticipo',
    module: 'Cuentas a Cobrar',
    entries: [
      query(
        [10, '09:50'],
        'Un comprador ha desistido y debemos devolverle el anticipo. ¿La factura rectificativa se emite desde la reserva o desde la cartera de cobros?',
      ),
      closing(
        [9, '12:00'],
        SONIA,
        'Desde la reserva: Acciones > Anular con devolución. La aplicación emite la rectificativa y deja el pago preparado en la cartera. Le hemos enviado el capítulo del manual en el que se explica.',
      ),
    ],
  },
  {
    title: 'Cerrada, con una incidencia sin entregar: plusvalía municipal mal calculada',
    module: 'Ventas',
    kind: 'incident',
    urgency: '4',
    incidents: ['pending'],
    entries: [
      query(
        [17, '10:05'],
        'El cálculo de la plusvalía municipal usa el coeficiente del año pasado en las escrituras de este año. Adjuntamos una captura con el coeficiente que aplica la aplicación.',
        { files: [screenshot('plusvalia-coeficiente.png')] },
      ),
      closing(
        [16, '11:00'],
        RAUL,
        'Lo hemos reproducido. Abrimos una incidencia; cuando se entregue, podrá indicarnos si está conforme. Mientras tanto, el coeficiente puede escribirse a mano en la ficha de la escritura.',
      ),
    ],
  },
  {
    title: 'Cerrada, con la incidencia entregada: asiento de cierre sin el grupo 8',
    module: 'Contabilidad',
    incidents: ['delivered'],
    entries: [
      query(
        [93, '09:15'],
        'Al generar el asiento de cierre, las cuentas del grupo 8 conservan su saldo. Hemos repetido el proceso dos veces con el mismo resultado.',
      ),
      closing(
        [91, '10:25'],
        SONIA,
        'Es un error del proceso de cierre: abrimos una incidencia. Se entregará con la próxima actualización de su versión.',
      ),
    ],
  },
  {
    title: 'Cerrada, incidencia en situación ENTREGADO: mandatos SEPA duplicados',
    module: 'Arrendamientos',
    company: '002',
    incidents: ['situation-delivered'],
    entries: [
      query(
        [71, '11:20'],
        'En la remesa de recibos de alquiler, dos inquilinos distintos llevan la misma referencia de mandato SEPA y el banco devuelve el segundo recibo.',
      ),
      closing(
        [70, '12:30'],
        RAUL,
        'La referencia se duplica cuando los dos contratos se renovaron el mismo día. Hemos abierto una incidencia para que no vuelva a ocurrir y hemos corregido esos dos mandatos.',
      ),
    ],
  },
  {
    title: 'Cerrada, con la incidencia cancelada: IVA de facturas rectificativas',
    module: 'Impuestos',
    incidents: ['cancelled'],
    entries: [
      query(
        [301, '10:35'],
        'El listado de IVA repercutido no cuadra con el modelo 303 por el importe de las facturas rectificativas de facturas del ejercicio anterior.',
      ),
      closing(
        [300, '11:30'],
        SONIA,
        'Abrimos una incidencia para estudiarlo. Si finalmente se comprueba que el listado es correcto, se lo indicaremos y la incidencia quedará cancelada.',
      ),
    ],
  },
  {
    title: 'Cerrada, con dos incidencias y una sin entregar: certificaciones a origen',
    module: 'Certificaciones',
    incidents: ['delivered', 'in-progress'],
    entries: [
      query(
        [35, '08:50'],
        'La última certificación a origen de Residencial Turia no descuenta el acopio de acero que ya se facturó, y su asiento usa una cuenta que no es la de la obra.',
      ),
      closing(
        [33, '10:15'],
        RAUL,
        'Son dos cuestiones: la cuenta del asiento se corrige con la incidencia del cierre, ya entregada; para el acopio abrimos otra, que está en curso.',
      ),
    ],
  },
  {
    title: 'Pendiente, con una incidencia abierta: el pedido pierde el centro de coste',
    module: 'Compras de Obra',
    incidents: ['planned'],
    entries: [
      query(
        [28, '11:05'],
        'Si cambiamos el proveedor de un pedido de compra ya guardado, desaparece el centro de coste de todas las líneas y hay que volver a escribirlo una por una.',
      ),
      answer(
        [27, '12:40'],
        SONIA,
        'Lo hemos reproducido y hemos abierto una incidencia. Dejamos su ticket pendiente: ¿le ocurre también con los pedidos que vienen de un comparativo?',
      ),
      reply([26, '12:50'], 'Sí, también con los que vienen de un comparativo, y en las dos empresas.'),
    ],
  },
  {
    title: 'No conforme, pendiente de nuevo: el listado de morosos omite un portal',
    module: 'Comunidades de Propietarios',
    entries: [
      query(
        [62, '09:05'],
        'El listado de morosos de la comunidad de la calle Sorní no incluye a los propietarios del portal B, aunque tienen recibos pendientes desde hace tres meses.',
      ),
      closing([60, '10:50'], SONIA, 'El portal B está dado de alta como comunidad aparte. Debe seleccionar las dos.'),
      rejection(
        [59, '11:10'],
        'No estamos conformes: el portal B pertenece a la misma comunidad desde enero, cuando se unificaron. Seleccionando las dos tampoco aparece.',
      ),
    ],
  },
]
