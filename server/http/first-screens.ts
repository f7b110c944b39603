/**
 * The parts of the build that the screens people meet first need besides the first file, by address. The page asks for them at
 * once: otherwise they would wait until the first file has arrived and run. A part that the build lacks makes it fail
 * (`vite.config.ts`).
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
