import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { showAlert } from '#ui/alerts.tsx'
import { sentenceOf } from '../api.ts'
import { messagesNow, useMessages } from '../messages/index.ts'
import { setLanguage, useLanguage } from '../messages/language.ts'
import { logout } from '../session/session-check.ts'
import type { Command } from './commands.ts'
import { usePaletteMessages } from './palette-messages.ts'

const SCHEMES = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

/** A technician's own commands: password, language, theme and «Salir». */
export function useOwnCommands(onPassword: () => void): readonly Command[] {
  const words = usePaletteMessages()
  const { layout, passwordChange } = useMessages()
  const other = useLanguage() === 'es' ? 'en' : 'es'
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const own = (name: string, run: () => void): Command => ({ group: 'own', words: name, run })
  return [
    own(passwordChange.title, onPassword),
    own(words.otherLanguage, () => {
      setLanguage(other).catch(() => showAlert('error', messagesNow().shared.call.unreachable()))
    }),
    ...SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme) =>
      own(words.theme[scheme], () => setColorScheme(scheme)),
    ),
    own(layout.logout, () => {
      logout().catch((error: unknown) => showAlert('error', sentenceOf(error)))
    }),
  ]
}
