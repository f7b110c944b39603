import { expect } from './people.ts'
import { test } from './own-portal.ts'
import { composer, logIn } from './technicians.ts'

const TITLE = 'Remesa de recibos rechazada por el banco'
const ANSWER = 'Genere la remesa con el formato del banco de Obras Ficticias'

test('a solved ticket of another client is marked as such, and its answer is neither copied nor used without a question', async ({
  page,
  context,
  ownPortal: { owner },
  expectAccessible,
}) => {
  const { rows: own } = await owner.query<{ number: number }>(
    "select number::int as number from ticket where client_id = 1001 and not accepted and title ilike '%remesa de recibos%' order by number limit 1",
  )
  const { rows: others } = await owner.query<{ client: number; number: number; name: string }>(
    `select client_id::int as client, number::int as number, name from ticket join client using (client_id)
     where client_id <> 1001 and merged_into is null order by number limit 1`,
  )
  const [open, other] = [own[0]?.number ?? 0, others[0]]
  await owner.query(
    "update ticket set title = $3, accepted = true, state = 'closed', closed_at = now() where client_id = $1 and number = $2",
    [other?.client, other?.number, TITLE],
  )
  await owner.query(
    `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
     values ($1, $2, 'answer', $3, 'Sonia Campos', '', now() + interval '1 hour')`,
    [other?.client, other?.number, ANSWER],
  )
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, 'sonia', `/consola/ticket/${open}`)
  const alike = page.getByRole('region', { name: 'Parecidos' })
  const solved = alike.getByRole('listitem').filter({ hasText: TITLE })
  await expect(solved).toContainText(`De otro cliente: ${other?.name}`)
  await solved.getByText('Ver la respuesta').click()
  await expect(solved.getByText(ANSWER)).toBeVisible()
  await expectAccessible()

  // Copying asks, and copies nothing by itself.
  await page.evaluate(() => navigator.clipboard.writeText('antes'))
  await solved.getByText(ANSWER).selectText()
  await page.keyboard.press('Control+c')
  const question = page.getByRole('dialog', { name: 'Texto de otro cliente' })
  await expect(question).toContainText(`Esta respuesta se escribió para ${other?.name}`)
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('antes')

  await solved.getByRole('button', { name: 'Usar la respuesta' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Usarlo' }).click()
  await expect(composer(page).getByRole('textbox')).toHaveValue(ANSWER)
})
