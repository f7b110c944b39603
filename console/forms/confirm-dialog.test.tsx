// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw, settle } from '#browser/testing/draw.tsx'
import { consoleApiKeys } from '#contract/console/api-keys.ts'
import { alertsNow } from '#ui/alert-store.ts'
import { es } from '../messages/es.ts'
import { ConfirmedAct } from './confirm-dialog.tsx'

const { answered } = vi.hoisted(() => ({ answered: vi.fn<(endpoint: object, input: object) => Promise<unknown>>() }))
vi.mock('../api.ts', () => ({ call: answered, sentenceOf: (error: Error) => error.message }))

const open = (done: string, onClose: () => void, onDone?: () => void) =>
  draw(
    <ConfirmedAct
      title="¿Revocar?"
      act="Revocar"
      endpoint={consoleApiKeys.revoke}
      input={{ key: 7 }}
      stale={[]}
      done={done}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      Deja de valer
    </ConfirmedAct>,
    es.ui,
  )

const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Revocar' }))
const lastAlert = () => alertsNow().at(-1)?.text

test('the act is made only once it is confirmed; then its success is shown and the dialog closes', async () => {
  const onClose = vi.fn()
  answered.mockReset().mockResolvedValue({})
  open('Revocada', onClose)
  await settle()
  expect(answered).not.toHaveBeenCalled()
  confirm()
  await settle()
  expect(answered.mock.calls.map(([endpoint, input]) => [endpoint, input])).toEqual([
    [consoleApiKeys.revoke, { key: 7 }],
  ])
  expect([lastAlert(), onClose.mock.calls.length]).toEqual(['Revocada', 1])
})

test('a failure is shown, and the dialog stays for another try; a success may have a callback of its own', async () => {
  const [onClose, onDone] = [vi.fn(), vi.fn()]
  answered.mockReset().mockRejectedValueOnce(new Error('Sin conexión')).mockResolvedValue({})
  open('Ahora sí', onClose, onDone)
  confirm()
  await settle()
  expect([lastAlert(), onClose.mock.calls.length, onDone.mock.calls.length]).toEqual(['Sin conexión', 0, 0])
  confirm()
  await settle()
  expect([lastAlert(), onClose.mock.calls.length, onDone.mock.calls.length]).toEqual(['Ahora sí', 0, 1])
})
