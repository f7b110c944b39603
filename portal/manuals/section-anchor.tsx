import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface Props {
  readonly section: string
  readonly className?: string | undefined
  readonly title?: string | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'aria-current'?: 'location' | undefined
  /** The printed form of its target. */
  readonly 'data-target'?: string | undefined
  readonly onFollow?: (address: string) => void
  readonly children: ReactNode
}

/** A link to a section of the same page. The router would mark all of these as the current page. */
export function SectionAnchor({ section, onFollow, children, ...rest }: Props) {
  const navigate = useNavigate()
  return (
    <a
      href={`#${section}`}
      {...rest}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onFollow?.(event.currentTarget.href)
        void navigate({
          to: '.',
          search: (before) => before,
          hash: section,
          hashScrollIntoView: false,
          resetScroll: false,
        })
      }}
    >
      {children}
    </a>
  )
}
