import type { ShownProvider } from '#domain/settings.ts'

/** The provider as the server sent it with this page (`server/http/web.ts`). */
export const provider: ShownProvider = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="provider"]')?.content ?? '',
)
