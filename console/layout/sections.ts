import type { LinkProps } from '@tanstack/react-router'
import {
  type TablerIcon,
  IconAddressBook,
  IconBuilding,
  IconCalendarTime,
  IconCategory,
  IconListSearch,
  IconMessageChatbot,
  IconServer,
  IconShieldLock,
  IconSpeakerphone,
  IconTemplate,
  IconUserEdit,
} from '@tabler/icons-react'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'

export interface Section {
  readonly words: string
  readonly icon: TablerIcon
  readonly link: LinkProps
}

/** The sections beside the queue, in the order of the menu; some are for supervisors alone. */
export function useSections(): readonly Section[] {
  const { section } = useMessages()
  const { role } = useTechnician()
  const sections: readonly (Section & { readonly forSupervisors?: true })[] = [
    { words: section.clients, icon: IconBuilding, link: { to: paths.clients } },
    { words: section.installations, icon: IconServer, link: { to: paths.installations } },
    { words: section.contacts, icon: IconAddressBook, link: { to: paths.contacts } },
    { words: section.dataChanges, icon: IconUserEdit, link: { to: paths.dataChanges } },
    { words: section.assistant, icon: IconMessageChatbot, link: { to: paths.assistant } },
    { words: section.cannedAnswers, icon: IconTemplate, link: { to: paths.cannedAnswers } },
    { words: section.notices, icon: IconSpeakerphone, link: { to: paths.notices } },
    { words: section.modules, icon: IconCategory, link: { to: paths.modules } },
    { words: section.calendar, icon: IconCalendarTime, link: { to: paths.calendar } },
    { words: section.audit, icon: IconListSearch, link: { to: paths.audit }, forSupervisors: true },
    { words: section.technicians, icon: IconShieldLock, link: { to: paths.technicians }, forSupervisors: true },
  ]
  return sections.filter(({ forSupervisors }) => !forSupervisors || role === 'supervisor')
}
