/**
 * The parts of the build, by address, that people's first screens need besides the first file. The page requests them
 * at once; otherwise they would wait until the first file has arrived and run. A part that is missing in the build
 * makes it fail (`vite.config.ts`).
 */
export const FIRST_SCREENS: readonly { readonly at: RegExp; readonly parts: readonly string[] }[] = [
  { at: /^\/public\/(home)?$/, parts: ['pages/home-page.tsx'] },
  { at: /^\/public\/tickets\/lista$/, parts: ['layout/shell.tsx', 'tickets/tickets-page.tsx'] },
  {
    at: /^\/public\/tickets\/(nuevo|soporte)$/,
    parts: ['layout/shell.tsx', 'tickets/tickets-page.tsx', 'new-ticket/new-ticket-dialog.tsx'],
  },
  { at: /^\/public\/nuevo-ticket$/, parts: ['pages/new-ticket-page.tsx'] },
  { at: /^\/public\/manuales\/./, parts: ['layout/shell.tsx', 'manuals/reading-page.tsx'] },
]
