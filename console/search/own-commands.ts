import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { chooseLanguage, leave } from '../layout/own-shell.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
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
    own(words.otherLanguage, () => chooseLanguage(other)),
    ...SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme) =>
      own(words.theme[scheme], () => setColorScheme(scheme)),
    ),
    own(layout.logout, () => leave()),
  ]
}
