// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { alertsNow } from '#ui/alert-store.ts'
import { draw, settle } from '#browser/testing/draw.tsx'
import { es } from '../messages/es.ts'
import { RecordForm } from './record-form.tsx'

interface Row {
  readonly name: string
  readonly area: 'main' | 'apps'
  readonly areas: readonly ('main' | 'apps')[]
  readonly active: boolean
  readonly revision: number
}

const ROW: Row = { name: 'Contabilidad', area: 'apps', areas: ['apps'], active: true, revision: 1 }
const AREAS = ['main', 'apps'] as const
const NAMES = { main: 'Principal', apps: 'Aplicaciones' }

interface Saving {
  readonly record?: Row | null
  readonly save?: (fields: Omit<Row, 'revision'>, row: Row | null) => Promise<Row>
  readonly remove?: (row: Row) => Promise<unknown>
  readonly onClose?: () => void
}

const open = ({ record = ROW, save = vi.fn(), remove, onClose = () => undefined }: Saving) =>
  draw(
    <RecordForm<Omit<Row, 'revision'>, Row, Row>
      record={record}
      told={({ status }) => (status === 409 ? { current: { ...ROW, name: 'La de otra', revision: 2 } } : null)}
      title={(row) => (row ? `Modificar ${row.name}` : 'Nueva')}
      begin={(row) => {
        const { name, area, areas, active }: Row = row ?? { ...ROW, name: '' }
        return { name, area, areas, active }
      }}
      fields={(_, row) => [
        { is: 'text', name: 'name', label: 'Nombre', required: true, maxLength: 20 },
        { is: 'one', name: 'area', label: 'Área', values: AREAS, labels: NAMES, barred: ['main'] },
        { is: 'some', name: 'areas', label: 'Áreas', values: AREAS, labels: NAMES },
        row !== null && { is: 'check', name: 'active', label: 'Activa' },
        { is: 'note', text: 'Se ve enseguida' },
      ]}
      check={({ name }) => ({ name: name === '' ? 'Falta el nombre' : null })}
      save={save}
      done={({ name }) => `Guardada ${name}`}
      {...(remove && {
        removal: { title: () => '¿Eliminar?', text: 'No vuelve', done: ({ name }) => `Sin ${name}`, remove },
      })}
      onClose={onClose}
    />,
    es.ui,
  )

const name = () => screen.getByLabelText<HTMLInputElement>(/^Nombre/)
const press = (text: string) => fireEvent.click(screen.getByRole('button', { name: text }))
const isOpen = (title: string) => screen.queryByRole('dialog', { name: title }) !== null
const lastAlert = () => alertsNow().at(-1)?.text

test('draws the fields with the values of the record, and saves the changed ones, once', async () => {
  const save = vi.fn((fields: Omit<Row, 'revision'>) => Promise.resolve({ ...ROW, ...fields }))
  const onClose = vi.fn()
  open({ save, onClose })
  expect(isOpen('Modificar Contabilidad')).toBe(true)
  expect([name().value, screen.getByLabelText<HTMLSelectElement>('Área').value]).toEqual(['Contabilidad', 'apps'])
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Principal' }).disabled).toBe(true)
  fireEvent.change(name(), { target: { value: 'Obras' } })
  fireEvent.click(screen.getByLabelText('Principal'))
  fireEvent.click(screen.getByLabelText('Activa'))
  press('Guardar')
  press('Guardar')
  await settle()
  // In the order of the options, not in that of choosing.
  expect(save).toHaveBeenCalledExactlyOnceWith(
    { name: 'Obras', area: 'apps', areas: ['main', 'apps'], active: false },
    ROW,
  )
  expect(onClose).toHaveBeenCalledOnce()
  expect(lastAlert()).toBe('Guardada Obras')
})

test('a new record has only the fields meant for new ones, and is not sent while a required one is empty', async () => {
  const save = vi.fn()
  open({ record: null, save })
  expect(isOpen('Nueva')).toBe(true)
  expect(screen.queryByLabelText('Activa')).toBeNull()
  press('Guardar')
  await settle()
  expect(save).not.toHaveBeenCalled()
  expect(screen.getByText('Falta el nombre')).toBeTruthy()
  expect(document.activeElement).toBe(name())
})

test('the slower person keeps the typed text until they take over the current record', async () => {
  const save = vi
    .fn<(fields: Omit<Row, 'revision'>, row: Row | null) => Promise<Row>>()
    .mockRejectedValueOnce(new CallFailed(409, 'Cambiada'))
    .mockImplementation((fields) => Promise.resolve({ ...ROW, ...fields }))
  open({ save })
  fireEvent.change(name(), { target: { value: 'Lo mío' } })
  press('Guardar')
  await settle()
  expect(name().value).toBe('Lo mío')
  press('Descartar lo mío y ver lo actual')
  expect([name().value, isOpen('Modificar La de otra')]).toEqual(['La de otra', true])
  expect(document.activeElement).toBe(name())
  expect(screen.queryByRole('button', { name: 'Descartar lo mío y ver lo actual' })).toBeNull()
  press('Guardar')
  await settle()
  expect(save).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: 'La de otra' }),
    expect.objectContaining({ revision: 2 }),
  )
})

test('leaving asks if there is a change, and only then', () => {
  const onClose = vi.fn()
  open({ onClose })
  press('Cancelar')
  expect(onClose).toHaveBeenCalledOnce()
  fireEvent.change(name(), { target: { value: 'Otra' } })
  press('Cancelar')
  expect(onClose).toHaveBeenCalledOnce()
  press('Descartar cambios')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('is removed after a question; a refusal leaves the form as it was', async () => {
  const remove = vi.fn().mockRejectedValueOnce(new CallFailed(503, 'Ahora no')).mockResolvedValue(null)
  const onClose = vi.fn()
  open({ remove, onClose })
  press('Eliminar')
  const confirm = () => fireEvent.click(screen.getAllByRole('button', { name: 'Eliminar' }).at(-1) ?? document.body)
  confirm()
  await settle()
  expect([lastAlert(), isOpen('¿Eliminar?'), onClose.mock.calls.length]).toEqual(['Ahora no', false, 0])
  press('Eliminar')
  confirm()
  await settle()
  expect([lastAlert(), onClose.mock.calls.length]).toEqual(['Sin Contabilidad', 1])
})
