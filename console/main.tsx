import '#browser/no-eval.ts' // before anything that makes a schema
import { draw } from '#browser/application.tsx'
import { takeLinkToken } from '#browser/mailed/link-token.ts'
import { useMessages } from './messages/index.ts'
import { restoreLanguage } from './messages/language.ts'
import { BASE_PATH, paths } from './paths.ts'
import { router } from './routes.tsx'
import { watchSession } from './session/session-check.ts'
import { followRole } from './session/session-navigation.ts'

for (const page of [paths.passwordLink, paths.addressLink]) takeLinkToken(`${BASE_PATH}${page}`, 't')
watchSession()
followRole(router)

// Not awaited at the top level: the catalogue imports this file and would wait for it for ever.
void draw({ router, restoreLanguage, useUiWords: () => useMessages().ui })
