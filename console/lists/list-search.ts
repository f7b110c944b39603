/** What a list is narrowed by, as the address has it: words, and the one choice that it may offer beside them. */
export interface ListSearch {
  readonly buscar?: string
  readonly solo?: string
}

export function listSearch({ buscar, solo }: Record<string, unknown>): ListSearch {
  return searchFor(typeof buscar === 'string' ? buscar.trim() : '', typeof solo === 'string' ? solo : '')
}

export const searchFor = (text: string, choice: string): ListSearch => ({
  ...(text !== '' && { buscar: text.slice(0, 100) }),
  ...(choice !== '' && { solo: choice }),
})
