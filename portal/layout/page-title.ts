import { titledBy } from '#browser/shell/page-title.ts'
import { useEntranceMessages } from '../messages/language.ts'

export const usePageTitle = titledBy(useEntranceMessages)
