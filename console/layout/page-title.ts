import { titledBy } from '#browser/shell/page-title.ts'
import { useMessages } from '../messages/index.ts'

export const usePageTitle = titledBy(useMessages)
