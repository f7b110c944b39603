import type { LinkProps } from '@tanstack/react-router'
import {
  type TablerIcon,
  IconAddressBook,
  IconAlertHexagon,
  IconBuilding,
  IconCalendarTime,
  IconCategory,
  IconChartBar,
  IconKey,
  IconInbox,
  IconListSearch,
  IconMessageChatbot,
  IconSend,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconTemplate,
  IconUserEdit,
  IconWebhook,
} from '@tabler/icons-react'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'

export interface Section {
  readonly words: string
  readonly icon: TablerIcon
  readonly link: LinkProps
  /** The subject of the number beside it. */
  readonly counts?: 'receivedMail'
}

interface SectionGroup {
  readonly words: string
  readonly sections: readonly Section[]
}

/** The sections beside the queue, in the order of the menu; some are for supervisors alone. */
export function useSectionGroups(): readonly SectionGroup[] {
  const { section } = useMessages()
  const { role } = useTechnician()
  const masters: readonly OfferedSection[] = [
    { words: section.clients, icon: IconBuilding, link: { to: paths.clients } },
    { words: section.installations, icon: IconServer, link: { to: paths.installations } },
    { words: section.contacts, icon: IconAddressBook, link: { to: paths.contacts } },
    { words: section.dataChanges, icon: IconUserEdit, link: { to: paths.dataChanges } },
    { words: section.problems, icon: IconAlertHexagon, link: { to: paths.problems } },
    { words: section.cannedAnswers, icon: IconTemplate, link: { to: paths.cannedAnswers } },
    { words: section.notices, icon: IconSpeakerphone, link: { to: paths.notices } },
    { words: section.modules, icon: IconCategory, link: { to: paths.modules } },
    { words: section.calendar, icon: IconCalendarTime, link: { to: paths.calendar } },
    { words: section.technicians, icon: IconShieldLock, link: { to: paths.technicians }, forSupervisors: true },
    { words: section.settings, icon: IconSettings, link: { to: paths.settings }, forSupervisors: true },
  ]
  const integration: readonly OfferedSection[] = [
    { words: section.apiKeys, icon: IconKey, link: { to: paths.apiKeys }, forSupervisors: true },
    { words: section.webhooks, icon: IconWebhook, link: { to: paths.webhooks }, forSupervisors: true },
  ]
  const oversight: readonly OfferedSection[] = [
    { words: section.figures, icon: IconChartBar, link: { to: paths.figures }, forSupervisors: true },
    { words: section.assistant, icon: IconMessageChatbot, link: { to: paths.assistant } },
    { words: section.receivedMail, icon: IconInbox, link: { to: paths.receivedMail }, counts: 'receivedMail' },
    { words: section.outbox, icon: IconSend, link: { to: paths.outbox }, forSupervisors: true },
    { words: section.audit, icon: IconListSearch, link: { to: paths.audit }, forSupervisors: true },
  ]
  const offered = (sections: readonly OfferedSection[]) =>
    sections.filter(({ forSupervisors }) => !forSupervisors || role === 'supervisor')
  return [
    { words: section.masters, sections: offered(masters) },
    { words: section.integration, sections: offered(integration) },
    { words: section.oversight, sections: offered(oversight) },
  ].filter(({ sections }) => sections.length > 0)
}

interface OfferedSection extends Section {
  readonly forSupervisors?: true
}
