import { consoleApi } from '#contract/console/api.ts'
import { notFound } from '../../http/problems.ts'
import { pictureOf } from '../../manuals/manual-picture.ts'
import { type ConsoleBinding, bindConsole, bindConsoleFile } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'

/** The provider's documents for technicians, of every area and version. They belong to no client. */
export function bindConsoleManuals(binding: ConsoleBinding, { library }: Pick<ConsoleDependencies, 'library'>): void {
  const { read, image } = consoleApi.consoleManuals

  bindConsole(binding, read, async ({ document: id }) => {
    const document = (await library.documents()).byId.get(id)
    if (!document) throw notFound()
    const { title, group, summary, date, since, introduction, sections } = document
    return {
      document: id,
      title,
      group,
      summary,
      date,
      since,
      introduction: [...introduction],
      sections: sections.map((section) => ({
        id: section.id,
        title: section.title,
        since: section.since,
        blocks: [...section.blocks],
      })),
    }
  })

  bindConsoleFile(binding, image, async (asked) => pictureOf(await library.documents(), asked.image, () => true))
}
