import type { ReactNode } from 'react'
import { PlainPage } from '#ui/plain-page.tsx'
import { ownHeader } from './own-shell.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** A page with a single message, outside the layout of a session. */
export const OwnPage = (props: Props) => <PlainPage {...props} header={ownHeader} />
