import { type BrowserContext, type BrowserContextOptions, type Page, expect } from '@playwright/test'
import { CLIENT_SUBJECT } from '#contract/entry-codec.ts'
import { enterAs } from '../../scripts/demo-browser.ts'
import { answer, get, post, raise } from '../own-tickets.ts'
import { watchReading } from '../reading.ts'
import { logIn } from '../technicians.ts'
import type { Scene, Tickets, Who } from './scene.ts'

/** The link that each of them enters by. */
const ENTERING = {
  contact: {},
  administrator: { subject: '12' },
  client: { subject: CLIENT_SUBJECT },
  older: { installation: 'DUE-01', subject: '21' },
}
type Stays = Exclude<Who, 'newcomer'>
type State = Awaited<ReturnType<BrowserContext['storageState']>>

const STAYING = [
  'nobody',
  'contact',
  'administrator',
  'client',
  'older',
  'technician',
  'supervisor',
] as const satisfies Stays[]

/** Outside a journey Playwright would wait for five seconds. */
const LONGEST_MS = 30_000

interface Demo {
  readonly origin: string
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

interface Stage {
  /** Opens a scene in a page of its own, hands it to `look`, whether or not it came, and closes it. */
  readonly show: (scene: Scene, options: BrowserContextOptions, look: (page: Page) => Promise<unknown>) => Promise<void>
}

/** The people of the scenes have a session, and its tickets are there. */
export async function setStage(demo: Demo): Promise<Stage> {
  const states = new Map<Who, State>()
  for (const who of STAYING) states.set(who, await enter(demo, who))
  const tickets = await makeTickets(demo, states.get('contact'))
  /** How many so far, because each gets another name. */
  let newcomers = 0
  const perform = async (page: Page, { who, at, before, act, unsettled }: Scene): Promise<void> => {
    page.setDefaultTimeout(LONGEST_MS)
    await before?.(page)
    if (who === 'newcomer') await enterAs(page, demo.origin, { caller: `lferrer${(newcomers += 1)}` })
    const allRead = watchReading(page, LONGEST_MS)
    await page.goto(typeof at === 'string' ? at : at(tickets))
    await page.locator('main, [role=alert], dialog').first().waitFor()
    if (unsettled) await page.locator('[aria-busy=true]').first().waitFor()
    else {
      await allRead()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, { timeout: LONGEST_MS })
    }
    await act?.(page, tickets)
  }
  return {
    show: async (scene, options, look) => {
      const context = await demo.newContext({ ...setting(states.get(scene.who)), ...options })
      try {
        const page = await context.newPage()
        try {
          await perform(page, scene)
        } finally {
          await look(page)
        }
      } finally {
        await context.close()
      }
    },
  }
}

const setting = (storageState?: State) => (storageState ? { storageState } : {})

/** The cookies of a person with a session. */
async function enter(demo: Demo, who: Stays): Promise<State> {
  const context = await demo.newContext()
  const page = await context.newPage()
  if (who === 'technician') await logIn(page, 'sonia')
  else if (who === 'supervisor') await logIn(page, 'raul')
  else if (who !== 'nobody') {
    await enterAs(page, demo.origin, ENTERING[who])
  }
  const state = await context.storageState()
  await context.close()
  return state
}

async function makeTickets(demo: Demo, state: State | undefined): Promise<Tickets> {
  const context = await demo.newContext(setting(state))
  const page = await context.newPage()
  const answered = await raise(page, 'Cierre de octubre descuadrado')
  await answer(page, answered, 'N')
  await post(page, 'responder_consulta', { llnumreg: answered, llobse: 'Octubre de este año.' }).catch(() => undefined)
  await answer(page, answered, 'N')
  const waiting = await raise(page, 'El certificado del IRPF no coincide con el modelo 190')
  const closed = await raise(page, 'No se genera el efecto de una compraventa')
  await answer(page, closed, 'S')
  const accepted = await raise(page, 'Remesa de recibos rechazada por el banco')
  await answer(page, accepted, 'S')
  await post(page, 'marcar_conformidad', { llnumreg: accepted, llvaloracion: 5 })
  const blocked = await raise(page, 'El listado de obra no incluye las certificaciones de noviembre')
  await answer(page, blocked, 'S', { incidencia: 'S' })
  const { incidencias } = await get(page, 'ver_consulta', { llnumreg: String(blocked) })
  const transcribed = await recordCall(page, 'Recibo duplicado, por teléfono')
  await context.close()
  return { answered, waiting, closed, accepted, blocked, transcribed, incident: incidencias[0].pcnpet }
}

/** Lucía Ferrer calls, and a technician records what she said. */
async function recordCall(page: Page, title: string): Promise<number> {
  const at = (path: string) => `/api/console/${path}`
  await page.request.post(at('login'), { data: { username: 'raul', password: 'Demo-raul-1' } })
  const call = {
    client: 1001,
    installation: 'LEV-01',
    contact: 11,
    company: '001',
    area: 'main',
    title,
    text: 'Buenos días, llamo porque el recibo de los ochocientos trece de octubre sale duplicado.',
    kind: 'query',
    urgency: '3',
    origin: 'E',
    minutes: 4,
    module: null,
    transcript: true,
  }
  const recorded = await page.request.post(at('calls'), { data: call })
  return (await recorded.json()).data.data.number
}
