import { useEffect } from 'react'
import { useMessages } from '../messages/index.ts'

export function usePageTitle(title: string): void {
  const { layout } = useMessages()
  useEffect(() => {
    document.title = layout.pageTitle(title)
  }, [layout, title])
}
