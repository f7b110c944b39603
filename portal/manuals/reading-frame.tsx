import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { BASE_PATH, paths } from '../paths.ts'
import css from './reading-frame.module.css'
import { useArrivals } from './section-place.ts'

interface Props {
  /** The list that holds it. */
  readonly shelf: { readonly link: Pick<LinkProps, 'to' | 'search'>; readonly title: string } | null
  /** The page's title; a document's is in the provider's language. */
  readonly title: string
  readonly titleLanguage?: 'es' | undefined
  /** Below the title. */
  readonly about: ReactNode
  /** Below the portal's address. */
  readonly path: string
  /** Whether the text has been loaded. */
  readonly ready: boolean
  readonly children: ReactNode
}

/** The frame around a text: its breadcrumb and title. Printing the page prints the whole text and nothing else. */
export function ReadingFrame({ shelf, title, titleLanguage, about, path, ready, children }: Props) {
  const words = useMessages().manuals
  usePageTitle(title)
  useArrivals(ready)
  return (
    <div className={css.page}>
      <nav className={css.way} aria-label={words.reading.way}>
        <ol>
          <li>
            <Link to={paths.manuals} activeOptions={{ exact: true }}>
              {words.title}
            </Link>
          </li>
          {shelf && (
            <li>
              <Link {...shelf.link} activeOptions={{ exact: true }}>
                {shelf.title}
              </Link>
            </li>
          )}
          <li aria-current="page" lang={titleLanguage}>
            {title}
          </li>
        </ol>
      </nav>
      <h1 className={css.title} lang={titleLanguage}>
        {title}
      </h1>
      {about}
      {children}
      <p className={css.address}>{`${location.origin}${BASE_PATH}${path}`}</p>
    </div>
  )
}

export function PrintButton() {
  const { reading } = useMessages().manuals
  return (
    <Button
      variant="default"
      size="xs"
      className={css.print ?? ''}
      leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden />}
      onClick={() => globalThis.print()}
    >
      {reading.print}
    </Button>
  )
}
