import { endpoint, body, query } from './endpoint.ts'
import { as, coded, day, list, nullable, optional, requiredText, text, wireObject } from './wire.ts'

const nothing = nullable(wireObject({}))

/** A document of the provider's by its id, such as `manuales/contabilidad`. It is nobody's record. */
const documentId = requiredText(120)

/** spec §3, Static manual/version data. */
const documentGroups = list(
  wireObject({
    id: as('id', text(120)),
    title: as('titulo', text(200)),
    date: as('fecha', optional(nullable(day))),
    sections: as(
      'subtitulos',
      list(
        wireObject({
          title: as('subtitulo', text(200)),
          links: as(
            'enlaces',
            list(
              wireObject({
                name: as('nombre', text(200)),
                document: as('enlace', documentId),
                kind: as('tipo', coded({ manual: 'manual', cambio: 'changes', modelo: 'model', descarga: 'download' })),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
)

/** What the screens of manuals and versions are built from: files to whoever reads them, hence without envelope. */
const staticData = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    kind: 'static',
    access: 'full-session',
    input: query({}),
    data: documentGroups,
  })

export const manuals = {
  groups: staticData('/datos/manuales.json', 'The manuals, by group'),
  versions: staticData('/datos/versiones.json', 'The versions of the main application, newest first'),
  versionsBc2016: staticData('/datos/versionesBC2016.json', 'The versions for BC 2016, newest first'),
  versionsBc365: staticData('/datos/versionesBC365.json', 'The versions for BC 365, newest first'),
  downloadPortalManual: endpoint({
    method: 'GET',
    path: '/consultas/download_manual',
    summary: 'The online support manual as PDF',
    access: 'full-session',
    kind: 'file',
    input: query({}),
    data: nothing,
  }),
  downloadPdfs: endpoint({
    method: 'POST',
    path: '/consultas/download_PDFS',
    summary: 'Documents as one PDF, in the order given',
    access: 'full-session',
    kind: 'file',
    changes: false,
    budget: 'read',
    input: body({ documents: as('enlaces', list(documentId, 30)) }),
    data: nothing,
  }),
}
