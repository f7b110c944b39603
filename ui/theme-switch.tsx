import { useMantineColorScheme } from '@mantine/core'
import { Switch } from './switch.tsx'
import { useUiWords } from './words.tsx'

/** Light, dark or as the system says; the browser keeps the choice. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { theme } = useUiWords()
  const choices = (['light', 'dark', 'auto'] as const).map((value) => ({ value, words: theme[value] }))
  return <Switch label={theme.label} choices={choices} chosen={colorScheme} onChoose={setColorScheme} />
}
