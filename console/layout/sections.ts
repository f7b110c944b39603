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
import type { Messages } from '../messages/es.ts'
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
  const all = (name: Name, icon: TablerIcon, counts?: Section['counts']): Section[] => [
    { words: section[name], icon, link: { to: paths[name] }, ...(counts && { counts }) },
  ]
  const supervisors = (name: Name, icon: TablerIcon) => (role === 'supervisor' ? all(name, icon) : [])
  return [
    {
      words: section.masters,
      sections: [
        ...all('clients', IconBuilding),
        ...all('installations', IconServer),
        ...all('contacts', IconAddressBook),
        ...all('dataChanges', IconUserEdit),
        ...all('problems', IconAlertHexagon),
        ...all('cannedAnswers', IconTemplate),
        ...all('notices', IconSpeakerphone),
        ...all('modules', IconCategory),
        ...all('calendar', IconCalendarTime),
        ...supervisors('technicians', IconShieldLock),
        ...supervisors('settings', IconSettings),
      ],
    },
    {
      words: section.integration,
      sections: [...supervisors('apiKeys', IconKey), ...supervisors('webhooks', IconWebhook)],
    },
    {
      words: section.oversight,
      sections: [
        ...supervisors('figures', IconChartBar),
        ...all('assistant', IconMessageChatbot),
        ...all('receivedMail', IconInbox, 'receivedMail'),
        ...supervisors('outbox', IconSend),
        ...supervisors('audit', IconListSearch),
      ],
    },
  ].filter(({ sections }) => sections.length > 0)
}

/** What messages and addresses both call a section. */
type Name = keyof Messages['section'] & keyof typeof paths
