import { type FC, type ReactNode, Suspense, lazy } from 'react'
import { isPictureName } from '#domain/attachment.ts'
import css from './thumbnail.module.css'
import type { SmallPictureProps } from './thumbnail-picture.tsx'

// Without a connection its code does not come either: the icon stays.
const Picture = lazy(async (): Promise<{ default: FC<SmallPictureProps> }> => {
  try {
    return { default: (await import('./thumbnail-picture.tsx')).SmallPicture }
  } catch {
    return { default: ({ children }) => children }
  }
})

/** The largest picture that is fetched for a thumbnail; larger ones show their icon. */
const MOST_BYTES = 3_000_000

interface Props {
  readonly name: string
  readonly bytes: number
  readonly load: (signal: AbortSignal) => Promise<Blob>
  /** Stands in its place while there is no picture. */
  readonly children: ReactNode
}

/** A small picture of a file in a box of a fixed size. Its code comes with the first picture, its bytes when it comes into view. */
export const Thumbnail = ({ name, bytes, load, children }: Props) => (
  <span className={css.box} aria-hidden>
    {isPictureName(name) && bytes <= MOST_BYTES ? (
      <Suspense fallback={children}>
        <Picture load={load}>{children}</Picture>
      </Suspense>
    ) : (
      children
    )}
  </span>
)
