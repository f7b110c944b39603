import { shownCount } from '../shown-count.ts'

/** Shows a count before the page's own title, «(3) Ticket 100042», even when a screen sets another title. Returns a function that removes it. */
export function countInTitle(count: number): () => void {
  const title = document.querySelector('title')
  if (!title) return () => undefined
  const plain = () => document.title.replace(/^\(\d+\+?\) /, '')
  const show = () => {
    const wanted = count > 0 ? `(${shownCount(count)}) ${plain()}` : plain()
    if (document.title !== wanted) document.title = wanted
  }
  show()
  const watching = new MutationObserver(show)
  watching.observe(title, { childList: true })
  return () => {
    watching.disconnect()
    document.title = plain()
  }
}
