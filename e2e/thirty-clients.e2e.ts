import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { ENTRY_AUDIENCE, issuerOf } from '#contract/entry-codec.ts'
import { entryLink, signEntry } from '#server/demo/entry-link.ts'
import { newCustomer } from '#server/testing/new-customer.ts'
import { patient } from '#server/testing/patience.ts'
import { test } from './own-portal.ts'
import { expect } from './people.ts'
import { technician } from './technicians.ts'

// A defect of the product that thirty clients meet, in the browsers of a technician, a supervisor and two customers.

const SAID = [
  'El cierre de obra se detiene al 80 % y no termina',
  'No conseguimos terminar el cierre de la obra: se detiene al llegar al 80 %',
  'Cierre de obra detenido en el 80 %',
  'Al lanzar el cierre de la obra se detiene en el 80 % y hay que matar el programa',
  'Se detiene el cierre de obra de noviembre',
]
const TITLE = 'El cierre de obra se detiene al 80 %'
const MEANWHILE = 'Valore los partes de maquinaria antes de cerrar.'
const codes = Array.from({ length: 30 }, (_, each) => 5001 + each)

interface Taken {
  readonly code: number
  readonly installation: string
  readonly contact: number
  readonly kid: string
  readonly secret: string
}

function tokenOf({ code, installation, contact, kid, secret }: Taken, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const id = randomBytes(16).toString('base64url')
  const who = { subject: String(contact), caller: `u${code}`, context: { company: '001' } }
  return signEntry({
    key: { kid, algorithm: 'HS256', secret },
    payload: {
      issuer: issuerOf(installation),
      audience: ENTRY_AUDIENCE,
      id,
      issuedAt,
      expiresAt: issuedAt + 300,
      ...who,
    },
  })
}

/** What a browser is told of other clients than its own. */
function toldOfOthers(page: Page, own: number): () => readonly string[] {
  const told: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || response.url().includes('/eventos')) return
    const text = await response.text().catch(() => '')
    told.push(...[...text.matchAll(/Secret[oa]-?\d{4}|Constructora \d{4}/g)].map(([found]) => found))
  })
  return () => told.filter((found) => !found.includes(String(own)))
}

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api${path}`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data.data
}

test(
  'a problem of thirty clients is suggested, described, answered and mended, and no client reads another’s words',
  { tag: '@long' },
  async ({ page: ana, browser, playwright, ownPortal: { origin, clock } }) => {
    test.setTimeout(patient(120_000))
    const [sonia, raul] = [await technician(browser, 'sonia'), await technician(browser, 'raul')]
    const clients: Taken[] = []
    const tickets: number[] = []
    for (const code of codes) {
      const made = await post(raul.request, '/console/clients/take-on', {
        ...newCustomer(code),
        name: `Constructora ${code}`,
        companyName: `Constructora ${code}`,
        installation: `CC-${code}`,
        contactName: `Persona ${code}`,
        contactEmail: `p${code}@cc.example`,
      })
      const { installation, contact, kid, secret } = made
      clients.push({ code, installation, contact, kid, secret })
    }
    const enter = async (which: number) => tokenOf(clients[which] as Taken, clock.now)
    // The last one writes hers later.
    for (const [index, code] of codes.slice(0, -1).entries()) {
      const one = await playwright.request.newContext({ baseURL: origin })
      await post(one, '/login/nuevo_ticket', { t: await enter(index) })
      const modules = (await (await one.get('/api/consultas/get_lista_modulos')).json()).data.data
      const [{ llnumreg }] = await post(one, '/consultas/nueva_consulta', {
        modulo: modules.find(({ shdeno }: { shdeno: string }) => shdeno === 'Obra').shnumreg,
        titulo: SAID[index % SAID.length],
        textoConsulta: `Secreto-${code}: ${SAID[(index + 1) % SAID.length]}. La obra se llama Torre ${code} y la gerente es Secreta${code}.`,
        interlocutor: `Persona ${code}`,
        email: `p${code}@cc.example`,
      })
      tickets.push(llnumreg)
      await one.dispose()
    }
    const ofOthers = toldOfOthers(ana, 5001)
    await ana.goto(entryLink(origin, await enter(0)))
    await expect(ana.getByRole('heading', { level: 1 })).toContainText('Hola')
    await ana.goto(`tickets/lista?ticket=${tickets[0]}`)
    await expect(ana.getByRole('heading', { name: 'Conversación' })).toBeVisible()

    await sonia.goto(`/consola/ticket/${tickets[3]}`)
    await sonia.getByRole('link', { name: '¿Es un problema del producto?' }).click()
    const group = sonia.getByRole('listitem').filter({ hasText: 'Obra: 29 tickets de 29 clientes' })
    await group.getByRole('button', { name: 'Es un problema' }).click()
    const accepting = sonia.getByRole('dialog')
    await accepting.getByRole('textbox', { name: 'Título' }).fill(TITLE)
    await accepting.getByRole('button', { name: 'Es un problema' }).click()
    await expect(sonia.getByRole('heading', { name: 'Incidencias (29)' })).toBeVisible()
    await sonia.getByRole('button', { name: 'Modificar' }).click()
    const form = sonia.getByRole('dialog', { name: /^Problema \d+$/ })
    await form.getByLabel('Descripción').fill('Con partes de maquinaria sin valorar, el cierre de la obra se detiene.')
    await form.getByLabel('Qué hacer mientras').fill(MEANWHILE)
    await form.getByLabel('Estado').selectOption('Confirmado')
    await form.getByLabel('Versiones afectadas').fill('V031')
    await form.getByLabel('Fecha prevista').fill('2026-12-20')
    await form.getByRole('checkbox', { name: 'Publicado' }).check()
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(ana.getByText(MEANWHILE).first()).toBeVisible()
    await expect(ana.getByText('Previsto para el 20/12/2026').first()).toBeVisible()

    const luz = await (await browser.newContext()).newPage()
    const ofOthersToo = toldOfOthers(luz, 5030)
    await luz.goto(entryLink(origin, await enter(29)))
    await expect(luz.getByRole('heading', { level: 1 })).toContainText('Hola')
    await luz.goto(`${origin}/public/tickets/nuevo`)
    const offered = luz.getByRole('region', { name: 'Antes de enviar' })
    await luz
      .getByRole('dialog', { name: /Nuev/ })
      .getByRole('textbox', { name: 'Texto' })
      .fill('Al hacer el cierre de la obra el programa se detiene al 80 % y no acaba')
    await expect(offered.getByText(TITLE)).toBeVisible()
    await offered.getByRole('button', { name: /^Me afecta/ }).click()
    await expect(offered.getByRole('button', { name: /^Ya no me afecta/ })).toBeVisible()

    const address = sonia.url()
    const answering = { sonia: sonia.getByRole('dialog'), raul: raul.getByRole('dialog') }
    await raul.goto(address)
    for (const one of [sonia, raul]) await one.getByRole('button', { name: 'Responder a todos' }).click()
    const send = (dialog: typeof answering.sonia) => dialog.getByRole('button', { name: 'Responder a 29' })
    await expect(send(answering.raul)).toBeVisible()
    await answering.sonia
      .getByLabel('Respuesta')
      .fill('Hola, {{contacto}}: el ticket {{ticket}} de {{cliente}} se corrige en diciembre.')
    const own = `Hola, Persona 5001: el ticket ${tickets[0]} de Constructora 5001 se corrige en diciembre.`
    await expect(answering.sonia.getByText(own)).toBeVisible()
    await send(answering.sonia).click()
    await expect(sonia.getByText('29 tickets respondidos')).toBeVisible()
    await expect(ana.getByText(own)).toBeVisible()
    // A colleague with the same list on the screen answers nobody twice.
    await answering.raul.getByLabel('Respuesta').fill('Otra vez')
    await send(answering.raul).click()
    await expect(answering.raul.getByText(/alguien ha escrito mientras tanto/)).toHaveCount(29)

    await sonia.getByRole('button', { name: 'Marcar como corregido' }).click()
    const mending = sonia.getByRole('dialog', { name: 'Marcar como corregido' })
    await mending.getByLabel('Corregido en').fill('V032')
    await expect(mending).toContainText('29 incidencias pasan a entregadas')
    await mending.getByRole('button', { name: 'Corregido', exact: true }).click()
    await expect(mending).toHaveCount(0)
    await expect(ana.getByText(/V032/).first()).toBeVisible()
    await luz.goto(`${origin}/public/`)
    await expect(luz.getByText(/está corregido en la versión V032/).first()).toBeVisible()
    expect([ofOthers(), ofOthersToo()]).toEqual([[], []])
    for (const one of [sonia, raul, luz]) await one.context().close()
  },
)
