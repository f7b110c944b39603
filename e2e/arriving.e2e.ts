import { expect, test } from './people.ts'

// Before the script has come: no blank page, and after a while a way to go on.

test('on a slow line the page says its name at once, and later a way to go on', async ({ page }) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('login', { waitUntil: 'commit' })
  const name = page.getByText('Soporte online', { exact: true })
  const late = page.getByRole('link', { name: 'Volver a cargar' })
  await expect(name).toBeVisible()
  await expect(late).toBeHidden()
  await expect(late).toBeVisible()
  await expect(page.getByText('La página tarda más de lo normal.')).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(late).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what it needs, and not that it is slow', async ({ page }) => {
    await page.goto('login')
    await expect(page.locator('noscript')).toBeVisible()
    await expect(page.getByText('La página tarda')).toBeHidden()
  })
})
