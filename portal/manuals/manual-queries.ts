import { queryOptions } from '@tanstack/react-query'
import type { Data } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { call } from '../api.ts'

export type DocumentPage = Data<typeof manuals.read>
export type ReadSection = DocumentPage['sections'][number]
export type Changes = Data<typeof manuals.changes>
export type Hit = Data<typeof manuals.search>[number]

const MANUALS = ['manuals'] as const
/** Documents rarely change, and readers move back and forth between them. */
const READING_HABITS = { staleTime: 5 * 60_000, gcTime: 30 * 60_000 }

export const manualShelvesQuery = queryOptions({
  ...READING_HABITS,
  queryKey: [...MANUALS, 'shelves', 'manuals'] as const,
  queryFn: ({ signal }) => call(manuals.groups, {}, { signal }),
})

export const releaseShelvesQuery = queryOptions({
  ...READING_HABITS,
  queryKey: [...MANUALS, 'shelves', 'releases'] as const,
  queryFn: async ({ signal }) => {
    const [re, bc2016, bc365] = await Promise.all([
      call(manuals.versions, {}, { signal }),
      call(manuals.versionsBc2016, {}, { signal }),
      call(manuals.versionsBc365, {}, { signal }),
    ])
    return { re, bc2016, bc365 }
  },
})

export const documentQuery = (document: string) =>
  queryOptions({
    ...READING_HABITS,
    queryKey: [...MANUALS, 'document', document] as const,
    queryFn: ({ signal }) => call(manuals.read, { document }, { signal }),
  })

/** `document`: searches it alone; undefined: all documents. */
export const searchQuery = (text: string, document: string | undefined) =>
  queryOptions({
    ...READING_HABITS,
    queryKey: [...MANUALS, 'search', text, document ?? null] as const,
    queryFn: ({ signal }) => call(manuals.search, { text, document }, { signal }),
    // The previous results stay while the next letter is being searched.
    placeholderData: (previous) => previous,
  })

export const chapterQuery = queryOptions({
  ...READING_HABITS,
  queryKey: [...MANUALS, 'chapter'] as const,
  queryFn: ({ signal }) => call(manuals.chapter, {}, { signal }),
})

export const changesQuery = queryOptions({
  ...READING_HABITS,
  queryKey: [...MANUALS, 'changes'] as const,
  queryFn: ({ signal }) => call(manuals.changes, {}, { signal }),
})
