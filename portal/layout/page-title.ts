import { useEffect } from 'react'
import { useEntranceMessages } from '../messages/language.ts'

export function usePageTitle(title: string): void {
  const { layout } = useEntranceMessages()
  useEffect(() => {
    document.title = layout.pageTitle(title)
  }, [layout, title])
}
