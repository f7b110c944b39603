// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Thumbnail } from './thumbnail.tsx'

afterEach(cleanup)

function inView() {
  const revoked: string[] = []
  const watched: ((entries: { isIntersecting: boolean }[]) => void)[] = []
  class Observer {
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      watched.push(seen)
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:small')
  const gone = vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    made.mockRestore()
    gone.mockRestore()
  })
  return { revoked, watched, come: () => act(async () => watched.at(-1)?.([{ isIntersecting: true }])) }
}

const load = () => vi.fn(async () => new Blob(['picture']))

test('a picture is fetched when it comes into view, and its address is given back', async () => {
  const { revoked, watched, come } = inView()
  const fetched = load()
  const { container, unmount } = render(
    <Thumbnail name="Foto.JPG" bytes={9} load={fetched}>
      icon
    </Thumbnail>,
  )
  await expect.poll(() => watched).toHaveLength(1)
  expect(screen.getByText('icon')).toBeDefined()
  expect(fetched).not.toHaveBeenCalled()
  await come()
  expect(container.querySelector('img')?.src).toBe('blob:small')
  expect(revoked).toEqual([])
  unmount()
  expect(revoked).toEqual(['blob:small'])
})

test.each([
  ['plano.pdf', 9],
  ['foto.png', 3_000_001],
])('%s of %d bytes keeps its icon, and is not fetched', async (name, bytes) => {
  const { watched } = inView()
  render(
    <Thumbnail name={name} bytes={bytes} load={load()}>
      icon
    </Thumbnail>,
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(watched).toEqual([])
  expect(screen.getByText('icon')).toBeDefined()
})
