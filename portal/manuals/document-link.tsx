import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../paths.ts'
import { documentQuery } from './manual-queries.ts'

interface Props {
  /** Its id, such as `manuales/contabilidad`. */
  readonly document: string
  readonly section?: string | null | undefined
  readonly className?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** The printed form of its target. */
  readonly 'data-target'?: string | undefined
  /** The search that found it. */
  readonly 'data-hit'?: boolean
  readonly children: ReactNode
}

/** A link to a provider's document or a section of it. Pointing at it fetches the document. */
export function DocumentLink({ document, section, children, ...rest }: Props) {
  const prefetch = usePrefetch(document)
  return (
    <Link {...addressOfDocument(document)} {...(section && { hash: section })} {...rest} {...prefetch}>
      {children}
    </Link>
  )
}

/** The address of a document has the same parts as its id. */
export function addressOfDocument(document: string) {
  const isManual = document.startsWith('manuales/')
  const slug = document.slice(document.indexOf('/') + 1)
  return { to: isManual ? paths.manual : paths.versionNote, params: { slug } }
}

/** A pointer passing by does not count. */
const POINTING_MS = 100

function usePrefetch(document: string) {
  const client = useQueryClient()
  const timer = useRef(0)
  const stop = () => clearTimeout(timer.current)
  const start = () => {
    stop()
    timer.current = window.setTimeout(() => void client.prefetchQuery(documentQuery(document)), POINTING_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop }
}
