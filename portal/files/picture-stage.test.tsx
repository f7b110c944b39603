// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw } from '#browser/testing/draw.tsx'
import type { Mark } from '#domain/files/marks.ts'
import { es } from '../messages/es.ts'
import { PictureStage } from './picture-stage.tsx'
import type { MarkActs } from './use-mark-acts.ts'
import { useMarks } from './use-marks.ts'

const SIZE = 400

function Stage({ add }: { add: (mark: Mark) => void }) {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE })
  const acts: MarkActs = { add, put: vi.fn(), nameOf: () => 'Tapado', onMarkKey: vi.fn() } as never
  return <PictureStage {...{ canvas, acts, marks: useMarks([]), kind: 'cover', zoom: 1 }} />
}

test('a mark reaches as far as the pointer went, also if its last movement has not been rendered', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, SIZE, SIZE))
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })
  const add = vi.fn<(mark: Mark) => void>()
  const { getByRole } = draw(<Stage add={add} />, es.ui)
  const stage = getByRole('presentation')
  const at = (place: number) => ({ clientX: place, clientY: place, isPrimary: true, button: 0, pointerId: 1 })
  fireEvent.pointerDown(stage, at(40))
  fireEvent.pointerMove(stage, at(100))
  act(() => {
    fireEvent.pointerMove(stage, at(200))
    fireEvent.pointerUp(stage, at(200))
  })
  expect(add).toHaveBeenCalledExactlyOnceWith({ kind: 'cover', from: { x: 40, y: 40 }, to: { x: 200, y: 200 } })
  vi.restoreAllMocks()
})
