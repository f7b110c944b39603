// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '#browser/testing/draw.tsx'
import { es } from '../messages/es.ts'
import { useShownName } from './shown-name.ts'

const Named = ({ name }: { name: string }) => <p>{useShownName()(name)}</p>

test.each([
  ['captura-2026-11-22-14-28-00.png', 'Captura 22-11 14:28'],
  ['captura-2026-11-22-14-28-21.jpg', 'Captura 22-11 14:28'],
  ['captura-2026-11-22.png', 'captura-2026-11-22.png'],
  ['mi captura-2026-11-22-14-28-00.png', 'mi captura-2026-11-22-14-28-00.png'],
])('%s is shown as %s', (name, shown) => {
  draw(<Named name={name} />, es.ui)
  expect(screen.getByText(shown)).toBeDefined()
})
