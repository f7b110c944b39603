/**
 * What the screens that people meet first are made of besides the first file, by their addresses. The page itself asks for
 * it: else it would be asked for only when the first file has arrived and run. The rest of the screens wait for that.
 * A part that the build does not have fails it (`vite.config.ts`).
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
