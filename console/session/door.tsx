import type { ReactNode } from 'react'
import { PlainPage } from '#ui/plain-page.tsx'
import { OwnBrand, OwnLanguageSwitch } from '../layout/own-shell.ts'
import { usePageTitle } from '../layout/page-title.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** A page before the log-in: one card with one task. */
export function Door({ title, children }: Props) {
  usePageTitle(title)
  return (
    <PlainPage
      title={title}
      header={
        <>
          <OwnBrand />
          <OwnLanguageSwitch />
        </>
      }
    >
      {children}
    </PlainPage>
  )
}
