import { type Runner, sql } from '../db/sql.ts'
import { SONIA } from './cast.ts'

/** Answers that technicians give again and again. */
export const CANNED = [
  {
    title: 'Pedir una captura y los pasos',
    text: 'Buenos días, {{contact}}:\n\nPara reproducirlo en la {{version}} necesitamos una captura de la pantalla con el aviso y los pasos que siguió hasta que apareció. Puede adjuntarla respondiendo a este ticket.\n\nUn saludo,\n{{technician}}',
  },
  {
    title: 'Corregido, pendiente de instalar',
    text: 'Buenos días, {{contact}}:\n\nLo que nos indicaba en el ticket {{ticket}} ya está corregido. Le avisaremos cuando lo instalemos en {{installation}} para que lo compruebe.\n\nUn saludo,\n{{technician}}',
  },
] as const

/** Only if there are none. */
export async function insertCannedAnswers(tx: Runner, now: Date): Promise<void> {
  if (await tx.maybe(sql`select from canned_answer a`)) return
  for (const { title, text } of CANNED) {
    await tx.rows(sql`
      insert into canned_answer (title, text, updated_by, updated_at)
      values (${title}, ${text}, ${SONIA.username}, ${now})`)
  }
}
