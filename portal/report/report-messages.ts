import type { Words } from '#browser/words.ts'
import { useLanguage } from '../messages/language.ts'

/** The words of the report's page; the report brings its own words. */
const es = {
  title: 'Informe mensual',
  month: 'Mes',
  pdf: 'Descargar PDF',
  making: 'Haciendo el PDF',
  notSaved: (reason: string) => `No se ha podido descargar el informe: ${reason}`,
  loading: 'Calculando el informe',
  failed: 'No se ha podido calcular el informe',
  back: 'Opciones adicionales',
  byMail: 'Recibirlo por correo',
  byMailLead:
    'Los primeros días de cada mes enviamos el informe del mes anterior, en PDF, a quien usted marque. Cada persona puede darse de baja.',
  nobody: 'Su empresa no tiene contactos.',
  noAddress: 'Sin dirección de correo',
  declined: 'Se ha dado de baja: no le llega',
  chosen: (name: string) => `${name} recibirá el informe`,
  left: (name: string) => `${name} ya no recibirá el informe`,
  readersLoading: 'Consultando quién lo recibe',
  readersFailed: 'No se ha podido consultar quién lo recibe',
}

const en: Words<typeof es> = {
  title: 'Monthly report',
  month: 'Month',
  pdf: 'Download PDF',
  making: 'Making the PDF',
  notSaved: (reason) => `The report could not be downloaded: ${reason}`,
  loading: 'Reckoning the report',
  failed: 'The report could not be reckoned',
  back: 'Additional options',
  byMail: 'Get it by mail',
  byMailLead:
    'In the first days of each month we send the report of the month before, as a PDF, to those whom you tick. Everybody can unsubscribe.',
  nobody: 'Your company has no contacts.',
  noAddress: 'No mail address',
  declined: 'Has unsubscribed: it is not sent',
  chosen: (name) => `${name} will get the report`,
  left: (name) => `${name} will no longer get the report`,
  readersLoading: 'Looking up who gets it',
  readersFailed: 'Who gets it could not be looked up',
}

export const useReportMessages = (): Words<typeof es> => (useLanguage() === 'es' ? es : en)
