import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { useMasterMessages } from '../messages/masters.ts'

/** Esc returns from a record to its list. */
export function useLeaving(to: LinkProps): void {
  const { form: words } = useMasterMessages()
  const navigate = useNavigate()
  useShortcuts([{ keys: 'Escape', group: 'list', words: words.back, run: () => void navigate(to) }])
}
