import type { ShownProvider } from '#domain/settings.ts'

/** The provider's details, as the server sent them with this page (`server/http/web.ts`). */
export const provider: ShownProvider = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="provider"]')?.content ?? '',
)
