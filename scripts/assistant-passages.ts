// `npm run assistant:passages`: the sections that the assistant searches, as JSON lines for `assistant:evaluate`.
import { fileURLToPath } from 'node:url'
import modules from '#content/modules.json' with { type: 'json' }
import { manualPassages } from '#server/assistant/manual-passages.ts'
import { openLibrary, placeholdersOf } from '#server/manuals/library.ts'
import { readSettings } from '#server/provider-settings.ts'

const placeholders = placeholdersOf(await readSettings())
const library = await openLibrary({
  folder: fileURLToPath(new URL('../content', import.meta.url)),
  placeholders: () => placeholders,
  topics: new Set(modules.map(({ topic }) => topic)),
  log: { warn: console.error, error: console.error },
})
for (const { id, title, text, module, line, asked, isSecondary } of manualPassages(await library.documents(), [
  'main',
  'apps',
  'aspro',
])) {
  console.log(JSON.stringify({ id, title, text, module, line, asked, isSecondary }))
}
