import type { LinkProps } from '@tanstack/react-router'
import type { TablerIcon } from '@tabler/icons-react'

export interface Section {
  readonly words: string
  readonly icon: TablerIcon
  readonly link: LinkProps
}

/** The sections beside the queue, in the order of the menu: each stands here once its screens do. */
export const useSections = (): readonly Section[] => []
