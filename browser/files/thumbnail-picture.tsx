import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import css from './thumbnail.module.css'

export interface SmallPictureProps {
  readonly load: (signal: AbortSignal) => Promise<Blob>
  readonly children: ReactNode
}

/** Fetches a picture once it is in view; `children` stand in its place until then, and if it cannot be shown. */
export function SmallPicture({ load, children }: SmallPictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  const fetchBytes = useEffectEvent(load)
  useEffect(() => {
    if (!place.current) return undefined
    const stop = new AbortController()
    let made: string | null = null
    const show = async () => {
      const bytes = await fetchBytes(stop.signal)
      if (stop.signal.aborted) return
      made = URL.createObjectURL(bytes)
      setUrl(made)
    }
    const view = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      view.disconnect()
      // The icon stays; the file can be opened all the same, which says why it failed.
      show().catch(() => undefined)
    })
    view.observe(place.current)
    return () => {
      stop.abort()
      view.disconnect()
      setUrl(null)
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [])
  return (
    <span ref={place} className={css.place}>
      {url === null ? children : <img className={css.picture} src={url} alt="" onError={() => setUrl(null)} />}
    </span>
  )
}
