import { expect, test } from './people.ts'

// Rest for who asks for it, and time to read.

test('who asks for less motion gets none', async ({ page, enter }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter()
  await page.goto('tickets/lista')
  const running = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
        return Number(duration) > 1 || iterations === Infinity ? [String(duration)] : []
      }),
    )
  await page.getByRole('button', { name: 'Filtrar' }).click()
  expect(await running()).toEqual([])
  await expect(page.getByRole('dialog', { name: 'Filtrar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  expect(await running()).toEqual([])
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      const isStill = `${transitionDuration}, ${animationDuration}`
        .split(', ')
        .every((time) => Number.parseFloat(time) <= 0.001)
      return isStill ? [] : [element.outerHTML.slice(0, 120)]
    }),
  )
  expect(moving).toEqual([])
})

for (const screen of ['', 'tickets/lista', 'tickets/nuevo', 'manuales/impuestos']) {
  test(`/${screen} fetches nothing twice`, async ({ page, enter }) => {
    await enter()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await page.goto(screen, { waitUntil: 'networkidle' })
    const assets = fetched.filter((url) => url.includes('/assets/'))
    expect(assets.filter((url) => url.endsWith('.css')).length).toBeGreaterThan(1)
    expect(assets.filter((url, index) => assets.indexOf(url) !== index)).toEqual([])
  })
}

test('an alert goes by itself, but not from under the pointer or the focus', async ({ page }) => {
  await page.clock.install()
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await page.getByLabel('Usuario').fill('andres')
  await page.getByLabel('Contraseña', { exact: true }).fill('otra')
  const alert = page.getByRole('alert').filter({ hasText: 'Usuario o contraseña incorrectos' })
  const fail = async () => {
    await page.keyboard.press('Enter')
    await expect(alert).toBeVisible()
  }
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await fail()
  await page.clock.runFor(3000)
  await expect(alert).toBeVisible()
  await page.clock.runFor(1100)
  await expect(alert).toHaveCount(0)

  await fail()
  await alert.hover()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4100)
  await expect(alert).toHaveCount(0)

  await fail()
  await page.getByRole('button', { name: 'Cerrar el aviso' }).focus()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await page.clock.runFor(4100)
  await expect(alert).toHaveCount(0)
})
