import { RAUL, SONIA } from './cast.ts'
import {
  type TicketScript,
  acceptance,
  answer,
  claim,
  closing,
  query,
  question,
  rejection,
  reply,
  silence,
} from './ticket-script.ts'

/** Lucía's accepted tickets: the list «Histórico». */
export const LUCIA_HISTORY: readonly TicketScript[] = [
  {
    title: 'Aceptada con 5 (muy satisfecha): asiento de regularización de existencias',
    module: 'Contabilidad',
    urgency: '2',
    entries: [
      query(
        [352, '09:12'],
        'Buenos días:\n\nNecesitamos regularizar las existencias de obra en curso al cierre del trimestre y no encontramos dónde se indica la cuenta de variación. ¿Podrían decirnos en qué pantalla se configura?\n\nGracias.',
      ),
      closing(
        [352, '11:40'],
        SONIA,
        'Buenos días, Lucía:\n\nLa cuenta de variación se indica en Contabilidad > Parámetros > Cuentas de existencias, una por promoción. Una vez indicada, el asiento se genera desde Procesos > Regularización de existencias.\n\nUn saludo.',
      ),
      acceptance([351, '12:05'], 5),
    ],
  },
  {
    title: 'Aceptada con 4 (satisfecha): permisos para aprobar facturas de subcontratas',
    module: 'Flujos de Trabajo',
    entries: [
      query(
        [316, '10:02'],
        'El jefe de obra de Residencial Turia no puede aprobar las facturas de las subcontratas de más de 6.000 €. Le aparece el botón desactivado. El resto de jefes de obra sí pueden.',
      ),
      answer(
        [315, '10:30'],
        RAUL,
        '¿Nos puede confirmar el código de usuario del jefe de obra y si tiene asignado el grupo «Obra Valencia»?',
      ),
      reply([315, '11:05'], 'El usuario es «pbaeza» y, efectivamente, no está en ese grupo. ¿Puedo añadirlo yo misma?'),
      closing(
        [314, '11:20'],
        RAUL,
        'Sí: en Flujos de Trabajo > Grupos, seleccione «Obra Valencia» y añada el usuario. El límite de importe se hereda del grupo. Pídale que vuelva a entrar en la aplicación.',
      ),
      acceptance([313, '12:00'], 4),
    ],
  },
  {
    title: 'Aceptada con 3 (normal): modelo 347 con importes por trimestre',
    module: 'Impuestos',
    entries: [
      query(
        [280, '08:50'],
        'Al preparar el modelo 347, el desglose por trimestres de dos proveedores no coincide con el mayor. El total anual sí es correcto. Adjuntaremos el mayor si lo necesitan.',
      ),
      claim([272, '09:00']),
      closing(
        [270, '13:30'],
        SONIA,
        'El desglose toma la fecha de operación, no la de registro. En esos dos proveedores hay facturas de marzo registradas en abril. Puede verlo en el listado «347 por fecha de operación».',
      ),
      acceptance([266, '13:45'], 3),
    ],
  },
  {
    title: 'Aceptada con 2 (poco satisfecha): lentitud al abrir el mayor de proveedores',
    module: 'Cuentas a Pagar',
    urgency: '4',
    entries: [
      query(
        [236, '09:40'],
        'Desde la última actualización, abrir el mayor de un proveedor con muchos movimientos tarda más de dos minutos. Antes era inmediato. Nos pasa en los tres puestos de administración.',
      ),
      answer(
        [233, '10:10'],
        SONIA,
        '¿Puede indicarnos el código de alguno de esos proveedores y cuántos ejercicios consulta?',
      ),
      reply([233, '10:45'], 'Por ejemplo el 400123, y consultamos tres ejercicios. Con uno solo también tarda.'),
      closing(
        [222, '11:30'],
        RAUL,
        'Hemos recalculado los índices de su base de datos durante la noche. Ahora la consulta tarda unos segundos. Si volviera a notar lentitud, indíquenoslo.',
      ),
      acceptance([220, '12:10'], 2),
    ],
  },
  {
    title: 'Aceptada con 1 (nada satisfecha): cambio masivo de la forma de pago',
    module: 'Cuentas a Pagar',
    entries: [
      query(
        [198, '10:25'],
        'Queremos cambiar la forma de pago de unos cuarenta proveedores de transferencia a confirming. ¿Hay algún proceso para hacerlo de una vez, sin entrar en cada ficha?',
      ),
      closing(
        [185, '11:00'],
        SONIA,
        'No existe un proceso masivo en su versión; debe cambiarse en la ficha de cada proveedor. Lo trasladamos como propuesta de mejora.',
      ),
      acceptance([184, '11:15'], 1),
    ],
  },
  {
    title: 'No conforme, cerrada de nuevo y aceptada: retención de IRPF en un alquiler',
    module: 'Arrendamientos',
    entries: [
      query(
        [176, '09:05'],
        'La factura de alquiler del local de la calle Colón sale sin retención de IRPF, aunque el inquilino es una sociedad. En el contrato está marcada la casilla.',
      ),
      closing([175, '10:00'], SONIA, 'La casilla de retención debe marcarse también en la ficha del inquilino.'),
      rejection(
        [174, '10:20'],
        'La casilla de la ficha del inquilino ya estaba marcada. Hemos emitido una factura de prueba y sigue saliendo sin retención.',
      ),
      closing(
        [171, '12:40'],
        RAUL,
        'Tiene razón: faltaba el tipo de retención del 19 % en la serie de facturación del local. Lo hemos indicado y hemos comprobado con una factura provisional que ya se aplica.',
      ),
      acceptance([170, '12:55'], 4),
    ],
  },
  {
    title: 'Del asistente, solucionada sin Soporte: apertura del ejercicio contable',
    module: 'Contabilidad',
    origin: '4',
    fromAssistant: true,
    entries: [
      question([148, '10:00'], '¿Cómo abro el ejercicio nuevo en contabilidad sin haber cerrado todavía el anterior?'),
      closing(
        [148, '10:01'],
        'assistant',
        'Puede abrir el ejercicio nuevo sin cerrar el anterior: en Contabilidad > Ejercicios, pulse «Abrir ejercicio». El asiento de apertura se genera más tarde, cuando haga el cierre; hasta entonces los saldos iniciales son provisionales.',
      ),
      acceptance([148, '10:03'], null),
    ],
  },
  {
    title: 'Por correo, aceptada: cambio del domicilio fiscal de la empresa',
    module: 'Configuración',
    origin: 'X',
    urgency: '1',
    entries: [
      query(
        [131, '08:40'],
        'Buenos días:\n\nHemos cambiado de domicilio fiscal. ¿Dónde debemos actualizarlo para que aparezca en las facturas y en los modelos de la Agencia Tributaria?\n\nLucía Ferrer\nConstructora Levante',
      ),
      closing(
        [131, '12:15'],
        SONIA,
        'Debe cambiarlo en Configuración > Empresas > Datos fiscales, indicando desde qué fecha. Las facturas ya emitidas conservan el domicilio anterior.',
      ),
      acceptance([130, '13:00'], 5),
    ],
  },
  {
    title: 'Por teléfono, aceptada: no se podía imprimir el libro de facturas',
    module: 'Impuestos',
    origin: 'E',
    entries: [
      query(
        [117, '09:30'],
        'La usuaria llama porque al imprimir el libro de facturas recibidas la aplicación se queda en blanco. Ocurre solo en su puesto.',
      ),
      closing(
        [117, '09:50'],
        RAUL,
        'Se revisa el puesto con la usuaria al teléfono: la impresora predeterminada ya no existía. Se selecciona la nueva y el libro se imprime correctamente.',
      ),
      acceptance([116, '10:05'], 4),
    ],
  },
  {
    title: 'Aceptada, con la incidencia ya instalada: segundo titular en las arras',
    module: 'Ventas',
    incidents: ['installed-in-production'],
    entries: [
      query(
        [262, '12:00'],
        'En el contrato de arras de Residencial Turia solo aparece el primer comprador, aunque en la reserva están los dos. En los contratos de la promoción anterior salían ambos.',
      ),
      closing(
        [260, '12:20'],
        SONIA,
        'Lo hemos reproducido: abrimos una incidencia para que la plantilla tome el segundo titular. Podrá ver su estado en la pestaña Incidencias.',
      ),
      acceptance([210, '13:20'], 4),
    ],
  },
  {
    title: 'De Levante Patrimonio (empresa 002), aceptada: fianzas depositadas',
    module: 'Arrendamientos',
    company: '002',
    entries: [
      query(
        [104, '11:10'],
        'Necesitamos un listado de las fianzas depositadas ante la Generalitat con su fecha de depósito, para la auditoría de Levante Patrimonio. ¿Existe algún informe?',
      ),
      closing(
        [103, '11:45'],
        SONIA,
        'Sí: Arrendamientos > Informes > Fianzas. Marque «Depositadas» y agrupe por organismo; puede exportarlo a Excel.',
      ),
      acceptance([102, '12:30'], 5),
    ],
  },
  {
    title: 'Con una urgencia antigua (A), aceptada: traspaso de un anticipo de cliente',
    module: 'Cuentas a Cobrar',
    urgency: 'A',
    entries: [
      query(
        [334, '10:50'],
        'Un cliente ha cambiado la vivienda reservada por otra de la misma promoción. ¿Cómo traspasamos el anticipo de una a otra sin anular el cobro?',
      ),
      closing(
        [333, '11:25'],
        RAUL,
        'Desde la reserva, en Acciones > Cambiar de unidad. El anticipo y sus efectos pasan a la unidad nueva y queda constancia en el historial.',
      ),
      acceptance([331, '11:50'], 3),
    ],
  },
  {
    title: 'Aceptada por silencio: numeración de los recibos de comunidad',
    module: 'Cuentas a Cobrar',
    entries: [
      query(
        [37, '09:20'],
        'Los recibos de comunidad de noviembre han empezado otra vez por el número 1, y los de octubre llegaban al 412. ¿Podemos seguir con la numeración anterior sin anularlos?',
      ),
      closing(
        [36, '10:35'],
        SONIA,
        'Sí: en Cuentas a Cobrar > Series, indique 412 como último número de la serie de comunidad y pulse «Renumerar» con los recibos de noviembre marcados. Los que ya se hayan cobrado conservan el suyo.',
      ),
      silence([6, '17:00']),
    ],
  },
]
