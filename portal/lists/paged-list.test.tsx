// @vitest-environment happy-dom
import type { UseQueryResult } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw } from '#browser/testing/draw.tsx'
import { es } from '../messages/es.ts'
import { PagedList } from './paged-list.tsx'

vi.mock('../messages/reader-zone.ts', () => ({ readerZone: () => 'Atlantic/Canary' }))

type Listed = UseQueryResult<{ readonly items: readonly { readonly number: number }[]; readonly total: number }>

const List = ({ data }: Pick<Listed, 'data'>) => (
  <PagedList
    timed
    words={es.incidents.list}
    query={{ data, isError: false, isFetching: data === undefined } as Listed}
    paged={{ page: 1, pageSize: 10, order: null }}
    onChange={() => undefined}
    columns={[{ key: 'number', title: 'Número', cell: ({ number }) => number }]}
    renderCard={({ number }) => number}
  />
)

test('the line that names the office’s hours comes with the rows, which would push it down', () => {
  const { rerender } = draw(<List data={undefined} />, es.ui)
  expect(screen.queryByText(es.tickets.officeTime)).toBeNull()
  rerender(<List data={{ items: [{ number: 50_001 }], total: 1 }} />)
  expect(screen.getByText(es.tickets.officeTime)).toBeDefined()
})
