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
}

export const useReportMessages = (): Words<typeof es> => (useLanguage() === 'es' ? es : en)
