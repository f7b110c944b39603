import { useEffect } from 'react'

interface Titling {
  readonly layout: { readonly pageTitle: (title: string) => string }
}

/** The hook by which an application's screens give the tab its title. */
export const titledBy = (useWords: () => Titling) =>
  function usePageTitle(title: string): void {
    const { layout } = useWords()
    useEffect(() => {
      document.title = layout.pageTitle(title)
    }, [layout, title])
  }
