import { useLanguage } from '../messages/language.ts'

const es = {
  title: 'Ir a, buscar o hacer',
  label: 'Orden, pantalla, número o palabras',
  open: 'Ir a, buscar o hacer',
  list: 'Lo que se puede hacer',
  count: (found: number) => (found === 1 ? '1 opción' : `${found} opciones`),
  none: 'Nada se llama así. Escriba al menos dos letras para buscarlas en las listas.',
  group: {
    number: 'Número',
    act: 'Aquí',
    screen: 'Pantallas',
    own: 'Usted',
    search: 'Buscar',
    found: 'Encontrado',
    list: 'Buscar en una lista',
  },
  everything: (words: string) => `Buscar «${words}» en todo`,
  searching: 'Buscando…',
  failed: 'No se ha podido buscar en todo.',
  otherLanguage: 'Idioma: English',
  theme: { light: 'Tema claro', dark: 'Tema oscuro', auto: 'Tema del sistema' },
  ticket: (number: string) => `Abrir el ticket ${number}`,
  seek: (words: string, where: string) => `«${words}» en ${where}`,
}

const en: typeof es = {
  title: 'Go to, search or do',
  label: 'Command, screen, number or words',
  open: 'Go to, search or do',
  list: 'What can be done',
  count: (found) => (found === 1 ? '1 option' : `${found} options`),
  none: 'Nothing has that name. Type at least two letters to look for them in the lists.',
  group: {
    number: 'Number',
    act: 'Here',
    screen: 'Screens',
    own: 'You',
    search: 'Search',
    found: 'Found',
    list: 'Search a list',
  },
  everything: (words) => `Search everything for “${words}”`,
  searching: 'Searching…',
  failed: 'The search of everything has failed.',
  otherLanguage: 'Language: Español',
  theme: { light: 'Light theme', dark: 'Dark theme', auto: 'System theme' },
  ticket: (number) => `Open ticket ${number}`,
  seek: (words, where) => `“${words}” in ${where}`,
}

/** The palette's words; they are loaded with it. */
export const usePaletteMessages = () => (useLanguage() === 'es' ? es : en)
