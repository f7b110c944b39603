import { type Runner, sql } from '../db/sql.ts'
import { RAUL } from './cast.ts'

/** The provider's notices, current, future and past, in days from the load. */
export const NOTICES = [
  {
    area: 'main',
    version: 'V031',
    es: 'Los ficheros bancarios ya piden direcciones estructuradas: complételas. Qué hacer se explica en Manuales y versiones, en los cambios de la V031.',
    en: 'Bank files now need structured addresses: complete yours. What to do is explained in Manuals and versions, among the changes of V031.',
    from: -2,
    until: 12,
  },
  {
    area: 'apps',
    version: null,
    es: 'El sábado, de 08:00 a 12:00, el Portal del Proveedor no estará disponible por mantenimiento.',
    en: 'On Saturday, from 08:00 to 12:00, the supplier portal will be down for maintenance.',
    from: 5,
    until: 8,
  },
  {
    area: null,
    version: null,
    es: 'Ya puede ver en este portal todas las consultas de su empresa.',
    en: 'All the tickets of your company can now be seen in this portal.',
    from: -60,
    until: -30,
  },
] as const

const DAY_MS = 24 * 60 * 60 * 1000

/** Only if there are none. */
export async function insertNotices(tx: Runner, now: Date): Promise<void> {
  if (await tx.maybe(sql`select from notice n`)) return
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  for (const { area, version, es, en, from, until } of NOTICES) {
    await tx.rows(sql`
      insert into notice (area, version, text_es, text_en, shown_from, shown_until, written_by)
      values (${area}, ${version}, ${es}, ${en}, ${inDays(from)}, ${inDays(until)}, ${RAUL.username})`)
  }
}
