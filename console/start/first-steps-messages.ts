import type { Words } from '#browser/words.ts'
import type { FirstStep } from '#contract/console/start/first-steps.ts'
import { useLanguage } from '../messages/language.ts'

interface StepWords {
  readonly title: string
  readonly text: string
}

/** The words of the first steps, loaded with their page. */
const es = {
  title: 'Primeros pasos',
  lead: 'Del portal vacío a la entrada del primer cliente. Cada paso se da por hecho según los datos: puede dejarlo y volver cuando quiera.',
  loading: 'Cargando los primeros pasos',
  progress: (done: number, all: number) => `${done} de ${all} pasos hechos`,
  complete: 'Todo hecho: el primer cliente ya ha entrado. Esta página ya no está en el menú.',
  done: 'Hecho',
  open: 'Por hacer',
  steps: {
    names: {
      title: 'Nombres, teléfonos y textos legales propios',
      text: 'Nombres, contacto, horario y textos legales se cambian en Ajustes; el escritorio de las demos, en los archivos de la carpeta de contenido.',
    },
    logo: {
      title: 'Logotipo',
      text: 'Un SVG, PNG o WebP de 256 kB como mucho, para claro y, si quiere, otro para oscuro. Se ve en unos segundos.',
    },
    calendar: {
      title: 'Calendario de la oficina',
      text: 'Horario y festivos: con ellos se cuentan los plazos de respuesta. Se da por hecho en cuanto alguien lo cambia.',
    },
    mail: {
      title: 'Correo',
      text: 'Envíe un correo de verdad a una dirección suya: aquí verá lo que contesta su servidor de correo.',
    },
    customer: {
      title: 'Primer cliente',
      text: 'Cliente, instalación con empresa y clave, y contacto, en un solo formulario. Al final se muestra la clave con el programa para pegar.',
    },
    entry: {
      title: 'Primera entrada',
      text: 'Pegue el programa en la aplicación del cliente, ejecútelo y abra el enlace: el paso se marca cuando entra la primera persona.',
    },
  } satisfies Record<FirstStep, StepWords>,
  toSettings: 'Abrir Ajustes',
  toLogo: 'Elegir el logotipo',
  toCalendar: 'Abrir el calendario',
  toTakeOn: 'Dar de alta al primer cliente',
  toRecordSheets: 'O cargar muchos de un CSV',
  toClients: 'Ver los clientes',
  samples: (count: number) =>
    count === 1 ? 'Un campo tiene todavía el valor de muestra:' : `${count} campos tienen todavía el valor de muestra:`,
  inFile: (field: string) => `${field}, en settings.json`,
  sampleDocuments: (count: number) =>
    count === 1
      ? 'Los clientes leen todavía un manual de muestra, y el asistente contesta con él: quítelo o use una carpeta propia con CONTENT_DIR.'
      : `Los clientes leen todavía ${count} manuales y notas de muestra, y el asistente contesta con ellos: quítelos o use una carpeta propia con CONTENT_DIR.`,
  noMailServer: 'Este portal no tiene servidor de correo: indíquelo en SMTP_URL y vuelva a arrancar.',
  to: 'Enviar a',
  send: 'Enviar correo de prueba',
  accepted: 'El servidor de correo lo ha aceptado y dice:',
  refused: 'El correo no ha salido. El motivo:',
}

const en: Words<typeof es> = {
  title: 'First steps',
  lead: "From an empty portal to the first customer's entry. The data say whether a step is done: leave and come back whenever you like.",
  loading: 'Loading the first steps',
  progress: (done, all) => `${done} of ${all} steps done`,
  complete: 'All done: the first customer has entered. This page is no longer in the menu.',
  done: 'Done',
  open: 'To do',
  steps: {
    names: {
      title: 'Your own names, telephones and legal texts',
      text: 'Change names, contact, hours and legal texts in Settings; the desktop of the demos in the files of the content folder.',
    },
    logo: {
      title: 'Logo',
      text: 'An SVG, PNG or WebP of 256 kB at the most, for light and, if you like, another one for dark. It shows within seconds.',
    },
    calendar: {
      title: 'Office calendar',
      text: 'Hours and holidays: promises of an answer are counted by them. It counts as done once somebody has changed it.',
    },
    mail: {
      title: 'Mail',
      text: 'Send a real mail to an address of yours: here you read what your mail server answers.',
    },
    customer: {
      title: 'First client',
      text: 'Client, installation with company and key, and contact, in one form. At its end you get the key with the program to paste.',
    },
    entry: {
      title: 'First entry',
      text: "Paste the program into the client's application, run it and open the link: the step is done when the first person enters.",
    },
  },
  toSettings: 'Open Settings',
  toLogo: 'Choose the logo',
  toCalendar: 'Open the calendar',
  toTakeOn: 'Take on the first client',
  toRecordSheets: 'Or load many from a CSV file',
  toClients: 'See the clients',
  samples: (count) =>
    count === 1 ? "One field still has the sample's value:" : `${count} fields still have the sample's values:`,
  inFile: (field) => `${field}, in settings.json`,
  sampleDocuments: (count) =>
    count === 1
      ? 'Customers still read one sample manual, and the assistant answers from it: remove it, or name a folder of your own by CONTENT_DIR.'
      : `Customers still read ${count} sample manuals and notes, and the assistant answers from them: remove them, or name a folder of your own by CONTENT_DIR.`,
  noMailServer: 'This portal has no mail server: name it in SMTP_URL and start again.',
  to: 'Send to',
  send: 'Send a test mail',
  accepted: 'The mail server has accepted it and says:',
  refused: 'The mail did not leave. The reason:',
}

export const useFirstStepsMessages = () => (useLanguage() === 'es' ? es : en)
