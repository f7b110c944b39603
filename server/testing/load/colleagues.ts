import * as z from 'zod/mini'
import { envelope } from '#contract/endpoint.ts'
import { signDemoEntry } from '../../demo/entry-link.ts'

/** Somebody at a portal that runs as a process of its own. */
export interface Person {
  readonly origin: string
  readonly cookie: string
  readonly module: number
}

/** A colleague at Lucía's desk: another person, with limits of their own. */
export async function enterAsColleague(origin: string, caller: string): Promise<Person> {
  const entry = { installation: 'LEV-01', subject: '11', caller, context: { company: '001' } }
  const entered = await fetch(`${origin}/api/login/nuevo_ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ t: await signDemoEntry(entry, new Date()) }),
  })
  if (entered.status !== 200) throw new Error(`${caller} may not enter: ${entered.status}`)
  const cookie = entered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const modules = await fetch(`${origin}/api/consultas/get_lista_modulos`, { headers: { cookie } })
  const [module] = MODULES.parse(dataOf(await modules.text()))
  return { origin, cookie, module: module?.shnumreg ?? 0 }
}

export const dataOf = (text: string): unknown => envelope.parse(JSON.parse(text)).data.data

const MODULES = z.array(z.object({ shnumreg: z.number() }))

/** The answer to a new ticket. */
export const CREATED = z.array(z.object({ llnumreg: z.number() }))
