// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw } from '#browser/testing/draw.tsx'
import { es } from '../messages/es.ts'
import { PersonalNumbers } from './personal-numbers.tsx'

function Form({ begun }: { begun: string }) {
  const [text, setText] = useState(begun)
  return (
    <>
      <textarea aria-label="Texto" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <PersonalNumbers text={text} onChange={setText} />
    </>
  )
}

const written = () => screen.getByLabelText<HTMLTextAreaElement>('Texto').value
const write = (text: string) => fireEvent.change(screen.getByLabelText('Texto'), { target: { value: text } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a text is masked with one press, and restored with another', async () => {
  draw(<Form begun="" />, es.ui)
  write('El 12345678Z con ES91 2100 0418 4502 0005 1332')
  await screen.findByText(/^Ha escrito (un DNI o NIE y una cuenta|una cuenta \(IBAN\) y un DNI)/)
  await press('Ocultar')
  expect(written()).toBe('El [documento] con [IBAN]')
  await press('Deshacer')
  expect(written()).toBe('El 12345678Z con ES91 2100 0418 4502 0005 1332')
  await press('Ocultar')
  write('El [documento] con [IBAN], de ayer')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a number that the writer keeps brings no second notice; another number does', async () => {
  draw(<Form begun="Del 12345678Z" />, es.ui)
  await press('Dejarlo así')
  write('Del 12345678Z, de ayer')
  expect(screen.queryByRole('button')).toBeNull()
  write('Del 12345678Z y del X1234567L')
  await press('Ocultar')
  expect(written()).toBe('Del 12345678Z y del [documento]')
})

test('a text without such a number has no notice', async () => {
  draw(<Form begun="El ticket 100123 y el 12345678A" />, es.ui)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button')).toBeNull()
})
