import { RAUL, SONIA } from './cast.ts'
import { LONG_TEXT } from './long-text.ts'
import { letter, screenshot } from './sample-files.ts'
import { type TicketScript, answer, closing, query, question, reply } from './ticket-script.ts'

/** Lucía's tickets in progress by channel and contents. */
export const LUCIA_CHANNELS: readonly TicketScript[] = [
  {
    title: 'Del asistente, sin solucionar: traspaso de una reserva entre promociones',
    module: 'Ventas',
    origin: '4',
    fromAssistant: true,
    entries: [
      question([8, '09:30'], '¿Cómo paso una reserva de una promoción a otra conservando la señal ya cobrada?'),
      answer(
        [8, '09:31'],
        'assistant',
        'Dentro de una misma promoción puede usar Acciones > Cambiar de unidad. El manual no describe un cambio entre promociones distintas. ¿Quiere que lo consulte con Soporte?',
      ),
      reply([8, '09:33'], 'Sigo necesitando ayuda'),
    ],
  },
  {
    title: 'Con documentos adjuntos (imagen y PDF): certificación que no cuadra',
    module: 'Certificaciones',
    entries: [
      query(
        [7, '10:45'],
        'La certificación n.º 7 de Residencial Turia muestra un importe distinto en pantalla y en el documento impreso. Adjuntamos la captura de la pantalla y el PDF que se genera.',
        {
          files: [
            screenshot('certificacion-7-pantalla.png'),
            letter('certificacion-7.pdf', 'Certificación n.º 7', [
              'Obra: Residencial Turia',
              'Ejecución material a origen: 1.284.560,20 EUR',
              'A deducir, certificaciones anteriores: 1.102.300,75 EUR',
              'Importe de esta certificación: 182.259,45 EUR',
            ]),
          ],
        },
      ),
      answer(
        [7, '13:00'],
        RAUL,
        'Recibidos los dos documentos. ¿El redondeo de la obra está en dos o en tres decimales?',
      ),
    ],
  },
  {
    title: 'Por teléfono: la aplicación se cierra al abrir el plano de ventas',
    module: 'Ventas',
    origin: 'P',
    urgency: '5',
    entries: [
      query(
        [4, '08:40'],
        'La usuaria llama porque, al abrir el plano de ventas de Residencial Turia, la aplicación se cierra sin ningún mensaje. Le ocurre desde esta mañana en dos puestos.',
      ),
      answer(
        [4, '09:05'],
        SONIA,
        'Hemos quedado en que nos enviará el fichero del registro de su puesto. Lo encontrará en Ayuda > Diagnóstico > Guardar registro.',
      ),
    ],
  },
  {
    title: 'Por correo: nuevo tipo de retención para profesionales',
    module: 'Impuestos',
    origin: 'X',
    entries: [
      query(
        [9, '08:30'],
        'Buenos días:\n\nTenemos un arquitecto que ha iniciado su actividad este año y debe llevar una retención reducida. ¿Cómo damos de alta ese tipo?\n\nUn saludo,\nLucía Ferrer',
      ),
    ],
  },
  {
    title: 'Con transcripción de IA de una llamada: recibos de alquiler sin IVA',
    module: 'Arrendamientos',
    origin: 'D',
    company: '002',
    entries: [
      query(
        [3, '11:20'],
        'Hola, buenos días, mire, le llamo de Levante Patrimonio. Es que los recibos de los garajes este mes han salido sin IVA, y los garajes que no van con vivienda sí que lo llevan. Son doce. No hemos tocado nada, creo.',
        { transcribed: true },
      ),
      answer(
        [3, '12:10'],
        RAUL,
        'Hemos escuchado su llamada. En los doce contratos está marcado «vinculado a vivienda» desde el día 1. ¿Hicieron una actualización masiva de contratos ese día?',
      ),
    ],
  },
  {
    title: 'Soporte Técnico: no se conecta el puesto nuevo de administración',
    module: 'Instalación y Licencias',
    area: 'technical',
    urgency: '4',
    entries: [
      query(
        [2, '08:35'],
        'Hemos instalado la aplicación en un puesto nuevo y, al abrirla, indica que no encuentra el servidor de licencias. El puesto está en la misma red que los demás.',
      ),
      answer(
        [1, '09:10'],
        SONIA,
        '¿Puede comprobar si desde ese puesto responde el servidor «srv-gestion» por el puerto 5093?',
      ),
    ],
  },
  {
    title: 'De APPS: el comprador no recibe el acceso al Portal del Cliente',
    module: 'Portal del Cliente',
    area: 'apps',
    entries: [
      query(
        [5, '12:15'],
        'Dos compradores de Residencial Turia no reciben el correo de bienvenida del Portal del Cliente. Hemos comprobado la dirección y no está en la carpeta de correo no deseado.',
      ),
    ],
  },
  {
    title: 'De BC: dimensión obligatoria al registrar una factura de compra',
    silentIn: 3,
    module: 'BC Compras y Pagos',
    area: 'aspro',
    company: '002',
    entries: [
      query(
        [14, '09:40'],
        'Al registrar una factura de compra, el sistema exige la dimensión «Promoción» aunque el gasto sea de estructura. ¿Podemos dejarla como opcional para esas cuentas?',
      ),
      closing(
        [13, '10:00'],
        RAUL,
        'Sí: en las dimensiones predeterminadas de la cuenta, cambie «Código obligatorio» por «En blanco». Indíquenos si está conforme.',
      ),
    ],
  },
  {
    title: 'Desarrollo a medida: aviso cuando caduca el seguro de una subcontrata',
    module: 'Subcontratas',
    customDevelopment: true,
    urgency: '2',
    entries: [
      query(
        [11, '11:00'],
        'Quisiéramos un aviso automático al jefe de obra quince días antes de que caduque el seguro de responsabilidad civil de una subcontrata, y que bloquee sus certificaciones si caduca.',
      ),
    ],
  },
  {
    title: 'De tipo incidencia: error al contabilizar nóminas de obra',
    module: 'Contabilidad',
    kind: 'incident',
    urgency: '5',
    origin: 'CON-120',
    entries: [
      query(
        [1, '08:20'],
        'Al contabilizar el fichero de nóminas de obra aparece «Cuenta 465 sin desglose» y no se genera ningún asiento. Adjuntamos la captura del error.',
        { files: [screenshot('error-nominas.png')] },
      ),
    ],
  },
  {
    title: 'Con un texto largo: diferencias entre el presupuesto y el coste real',
    module: 'Seguimiento Presupuestario',
    entries: [query([3, '09:00'], LONG_TEXT)],
  },
  {
    title: 'Urgencia bloqueante: no se puede emitir ninguna factura',
    module: 'Cuentas a Cobrar',
    urgency: '6',
    entries: [
      query(
        { minutes: 140 },
        'Desde primera hora no podemos emitir ninguna factura: al confirmar aparece «Serie bloqueada por otro usuario» y nadie más está en esa pantalla. Hoy debemos facturar tres escrituras.',
      ),
    ],
  },
  {
    title: 'Con asistencia telefónica pedida: alta de una promoción en cooperativa',
    module: 'Configuración',
    callAt: { phone: '+34960000011', window: 'De 09:00 a 11:00' },
    entries: [
      query(
        [4, '10:20'],
        'Vamos a dar de alta nuestra primera promoción en régimen de cooperativa y preferimos que nos llamen para repasar los pasos antes de empezar.',
      ),
    ],
  },
]
