import { useLanguage } from '../messages/language.ts'

/** The words of a client's report, loaded with its page; those of the report itself come with it. */
const es = {
  title: 'Informe mensual',
  titleOf: (client: string) => `Informe mensual de ${client}`,
  client: 'Cliente',
  month: 'Mes',
  pdf: 'Descargar PDF',
  making: 'Haciendo el PDF',
  notSaved: (reason: string) => `No se ha podido descargar el informe: ${reason}`,
  loading: 'Calculando el informe',
}

const en: typeof es = {
  title: 'Monthly report',
  titleOf: (client) => `Monthly report of ${client}`,
  client: 'Client',
  month: 'Month',
  pdf: 'Download PDF',
  making: 'Making the PDF',
  notSaved: (reason) => `The report could not be downloaded: ${reason}`,
  loading: 'Reckoning the report',
}

export const useReportMessages = (): typeof es => (useLanguage() === 'es' ? es : en)
