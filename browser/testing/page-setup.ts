// A page with the provider of `content/`, as the server sends it: for tests without a browser.
import legal from '#content/legal-texts.json' with { type: 'json' }
import storedModules from '#content/modules.json' with { type: 'json' }
import stored from '#content/settings.json' with { type: 'json' }
import * as z from 'zod/mini'
import { vi } from 'vitest'
import { moduleEntry } from '#domain/module.ts'
import { settings, shownProvider } from '#domain/settings.ts'

// Files share a process and its page. Our own modules are new for each file: what they keep or mock is that file's.
vi.resetModules()
if (typeof window !== 'undefined') {
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  for (const part of [document.head, document.body]) part.replaceChildren()
}

const modules = z.array(moduleEntry).parse(storedModules)
const provider = shownProvider({ settings: settings.parse(stored), legal, modules, logo: null })
vi.stubGlobal('document', { querySelector: () => ({ content: JSON.stringify(provider) }) })
await import('#browser/provider/provider.ts')
vi.unstubAllGlobals()
