// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ticketWordsEs } from '../messages/ticket-words-es.ts'
import { type EntryFile, EntryFiles } from './entry-files.tsx'

afterEach(cleanup)

const FILES: readonly EntryFile[] = [
  { id: 'a', name: 'plano.pdf', bytes: 9 },
  { id: 'b', name: 'espera.pdf', bytes: 9, heldBack: 'waiting' },
  { id: 'c', name: 'virus.pdf', bytes: 9, heldBack: 'infected' },
]

test.each([
  ['es', ['Se está comprobando', 'Retenido: contiene un programa dañino']],
  ['en', ['Being checked', 'Held back: it contains harmful software']],
] as const)('a file that is held back says why, and leads nowhere: %s', (language, [waiting, infected]) => {
  const { file, downloadFile } = ticketWordsEs
  render(
    <EntryFiles
      files={FILES}
      words={{ ...file, notShown: '', downloadFile }}
      language={language}
      sizeOf={String}
      addressOf={(id) => `/fichero/${id}`}
      load={async () => new Blob()}
      sentenceOf={String}
    />,
  )
  const [plain, held, found] = screen.getAllByRole('listitem')
  expect(
    within(plain as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/fichero/a')
  expect(within(plain as HTMLElement).getByRole('button')).toBeDefined()
  for (const [item, name, reason] of [
    [held, 'espera.pdf', waiting],
    [found, 'virus.pdf', infected],
  ] as const) {
    const its = within(item as HTMLElement)
    expect([its.getByText(name), its.getByText(reason)]).toHaveLength(2)
    expect([its.queryByRole('link'), its.queryByRole('button')]).toEqual([null, null])
  }
})
