import { RAUL, SONIA } from './cast.ts'
import { screenshot } from './sample-files.ts'
import { type TicketScript, acceptance, answer, claim, closing, query, reply } from './ticket-script.ts'

export const ANDRES_TICKETS: readonly TicketScript[] = [
  {
    title: 'De Andrés Molina, aceptada: alta de un usuario para la nueva delegación',
    module: 'Configuración',
    entries: [
      query(
        [83, '09:10'],
        'Abrimos delegación en Castellón y necesitamos dar de alta a tres usuarios con los mismos permisos que los de Valencia. ¿Se pueden copiar los permisos de otro usuario?',
      ),
      closing(
        [82, '10:05'],
        SONIA,
        'Sí: en Configuración > Usuarios, seleccione el de origen y pulse «Copiar permisos». Después indique la delegación de cada uno.',
      ),
      acceptance([81, '10:30'], 5),
    ],
  },
  {
    title: 'De Andrés Molina, cerrada a la espera de conformidad: renovación de licencias',
    silentIn: 1,
    module: 'Instalación y Licencias',
    area: 'technical',
    entries: [
      query(
        [21, '10:10'],
        'Nos aparece un aviso de que las licencias caducan a final de mes. Ya hemos firmado la renovación. ¿Debemos hacer algo por nuestra parte?',
      ),
      closing([20, '11:00'], RAUL, 'No deben hacer nada: hemos activado la renovación y el aviso desaparecerá mañana.'),
    ],
  },
  {
    title: 'De Andrés Molina, en espera de Soporte: consolidado de las dos empresas',
    module: 'Contabilidad',
    entries: [
      query(
        [3, '13:05'],
        '¿Es posible obtener un balance conjunto de Levante Obras y Levante Patrimonio eliminando las operaciones entre ambas, o debemos hacerlo fuera de la aplicación?',
      ),
    ],
  },
]

export const LEVANTE_SECOND_INSTALLATION: readonly TicketScript[] = [
  {
    title: 'De la instalación LEV-02, respondida: copia de seguridad antes de actualizar',
    module: 'Instalación y Licencias',
    area: 'technical',
    entries: [
      query(
        [13, '08:50'],
        'Queremos pasar esta instalación de la V030 a la V031. ¿Qué copias debemos hacer antes y cuánto tiempo estará parada la aplicación?',
      ),
      answer([12, '09:20'], RAUL, 'La parada es de unas dos horas. ¿Qué día de la semana les viene mejor?'),
    ],
  },
  {
    title: 'De la instalación LEV-02, aceptada: subrogación de una hipoteca',
    module: 'Fuentes Financiación',
    company: '002',
    entries: [
      query(
        [140, '11:30'],
        'Un comprador se subroga en el préstamo promotor de la finca 12 por un importe menor que el asignado. ¿Cómo registramos la parte que no se subroga?',
      ),
      closing(
        [138, '12:00'],
        SONIA,
        'En la ficha de la financiación, en «Subrogaciones», indique el importe real: el resto vuelve a quedar disponible en el préstamo.',
      ),
      acceptance([137, '12:25'], 4),
    ],
  },
]

export const NURIA_TICKETS: readonly TicketScript[] = [
  {
    title: 'De Nuria Santos, aceptada con su incidencia entregada: cláusula de fianza',
    module: 'Arrendamientos',
    incidents: ['delivered'],
    entries: [
      query(
        [89, '10:20'],
        'Al imprimir un contrato de alquiler de vivienda, la cláusula de la fianza aparece dos veces: al principio y al final del documento.',
      ),
      closing([88, '10:45'], SONIA, 'Es un error de la plantilla: hemos abierto una incidencia para corregirlo.'),
      acceptance([50, '11:15'], 4),
    ],
  },
  {
    title: 'De Nuria Santos, cerrada con incidencia sin entregar: actualización de rentas',
    module: 'Arrendamientos',
    kind: 'incident',
    urgency: '4',
    incidents: ['pending'],
    entries: [
      query(
        [19, '09:35'],
        'La actualización de rentas sigue aplicando el IPC en los contratos posteriores a 2023. Adjuntamos la pantalla del contrato de la calle Santiago.',
        { files: [screenshot('actualizacion-renta.png')] },
      ),
      closing([18, '10:00'], RAUL, 'Confirmado. Hemos abierto una incidencia y le avisaremos en cuanto se entregue.'),
    ],
  },
  {
    title: 'De Nuria Santos, reclamada: recibos devueltos por el banco',
    module: 'Cuentas a Cobrar',
    entries: [
      query(
        [9, '09:00'],
        'Hemos recibido el fichero de devoluciones del banco y la aplicación indica que no encuentra ninguno de los recibos. Los recibos se enviaron desde la propia aplicación.',
      ),
      claim([4, '09:20']),
    ],
  },
]

export const PABLO_TICKETS: readonly TicketScript[] = [
  {
    title: 'De Pablo Vega, respondida: comisiones de los comerciales',
    module: 'Ventas',
    entries: [
      query(
        [7, '11:45'],
        'Queremos liquidar las comisiones en el momento de la escritura y no en el de las arras. ¿Se puede cambiar solo para una promoción?',
      ),
      answer([6, '12:30'], SONIA, 'Sí, se indica en la ficha de la promoción. ¿Hay comisiones ya liquidadas en ella?'),
    ],
  },
  {
    title: 'De Pablo Vega, aceptada: informe de rentabilidad por inmueble',
    module: 'Arrendamientos',
    entries: [
      query(
        [205, '08:55'],
        '¿Hay algún informe que muestre la rentabilidad de cada inmueble descontando los gastos de comunidad y los impuestos?',
      ),
      answer([204, '09:30'], RAUL, '¿Registran los gastos de comunidad como factura o como gasto corriente?'),
      reply([203, '09:45'], 'Como gasto corriente, repartido entre los inmuebles de cada finca.'),
      closing(
        [202, '10:10'],
        RAUL,
        'Entonces puede usar Arrendamientos > Informes > Rentabilidad, con «Gastos corrientes» marcado.',
      ),
      acceptance([201, '10:40'], 5),
    ],
  },
]

export const IDAIRA_TICKETS: readonly TicketScript[] = [
  {
    title: 'De Idaira Luján, cerrada con una incidencia en curso: plano de ventas',
    module: 'eVentas',
    area: 'apps',
    incidents: ['in-progress'],
    entries: [
      query(
        [26, '10:30'],
        'Las viviendas que se reservan desde eVentas siguen apareciendo en verde, como libres, en el plano de ventas de la oficina comercial.',
      ),
      closing(
        [25, '11:30'],
        SONIA,
        'El plano no refresca las reservas externas. Hemos abierto una incidencia, que está en curso.',
      ),
    ],
  },
  {
    title: 'De Idaira Luján, en espera de Soporte: IGIC de las plazas de garaje',
    module: 'Impuestos',
    entries: [
      query(
        [2, '12:10'],
        'Al facturar una plaza de garaje vendida junto con la vivienda se aplica el tipo general del IGIC en lugar del reducido. ¿Dónde se indica que es un anejo?',
      ),
    ],
  },
  {
    title: 'De Idaira Luján, aceptada: traspaso de un lote de parcelas',
    module: 'Ventas',
    entries: [
      query(
        [155, '09:15'],
        'Vamos a vender a un mismo comprador un lote de seis parcelas. ¿Es posible hacer una sola reserva para todas?',
      ),
      closing(
        [154, '10:20'],
        SONIA,
        'Sí: cree la reserva con la primera parcela y añada las demás en «Unidades anejas».',
      ),
      acceptance([153, '10:50'], 5),
    ],
  },
]
