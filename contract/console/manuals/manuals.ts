import { block } from '#domain/document.ts'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { consoleObject, day, identity, list, nullable, requiredText, text } from '../../wire.ts'

const blocks = list(identity('none', block))

/** The provider's documents as technicians read them: all areas and versions. They belong to no client. */
export const consoleManuals = {
  read: endpoint({
    method: 'GET',
    path: '/console/manual',
    summary: 'One manual or version note, whole, whatever its area and version',
    access: 'technician',
    input: consoleInput({ document: requiredText(120) }),
    data: consoleObject({
      document: text(120),
      title: text(200),
      group: text(200),
      summary: text(1000),
      date: day,
      since: nullable(text(20)),
      introduction: blocks,
      sections: list(consoleObject({ id: text(200), title: text(200), since: nullable(text(20)), blocks })),
    }),
  }),
  image: endpoint({
    method: 'GET',
    path: '/console/manual/image',
    summary: 'A picture of a document',
    access: 'technician',
    kind: 'file',
    input: consoleInput({ image: requiredText(120) }),
    data: nullable(consoleObject({})),
  }),
}
