import { block } from '#domain/document.ts'
import { clientArea } from './account-codec.ts'
import { body, endpoint, query } from './endpoint.ts'
import { downloadPortalManual } from './portal-manual.ts'
import { developmentNumber, incidentNumber, shownDevelopmentState, shownIncidentState } from './incident-codec.ts'
import {
  as,
  boolean,
  coded,
  day,
  flagInAddress,
  identity,
  list,
  nullable,
  optional,
  requiredText,
  text,
  wireObject,
} from './wire.ts'

const nothing = nullable(wireObject({}))

/** A provider's document by its id, such as `manuales/contabilidad`. It belongs to no client. */
const documentId = requiredText(120)
const anchor = text(200)
const version = text(20)

/** spec §3, Static manual/version data. */
const documentGroups = list(
  wireObject({
    id: text(120),
    title: as('titulo', text(200)),
    date: as('fecha', nullable(day)),
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
                summary: as('resumen', text(1000)),
                since: as('desde', nullable(version)),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
)

/** The data of the manuals' and versions' screens. They are served as plain files, hence without an envelope. */
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

/** Paragraphs, lists, tables, call-outs and pictures as `domain/document.ts` has them: the same on both sides. */
const blocks = list(identity('none', block))

const section = {
  id: anchor,
  title: as('titulo', text(200)),
  since: as('desde', nullable(version)),
  later: as('posterior', boolean),
  blocks: as('bloques', blocks),
}

/** The most documents in one PDF. */
export const MAX_DOCUMENTS_IN_PDF = 30

export const manuals = {
  groups: staticData('/datos/manuales.json', 'The manuals, by area and group'),
  versions: staticData('/datos/versiones.json', 'The versions of the main application, newest first'),
  versionsBc2016: staticData('/datos/versionesBC2016.json', 'The versions for BC 2016, newest first'),
  versionsBc365: staticData('/datos/versionesBC365.json', 'The versions for BC 365, newest first'),
  read: endpoint({
    method: 'GET',
    path: '/manuales/get_manual',
    summary: 'One document, with everything newer than the installed version marked',
    access: 'full-session',
    input: query({ document: as('enlace', documentId) }),
    data: wireObject({
      document: as('enlace', documentId),
      title: as('titulo', text(200)),
      group: as('grupo', text(200)),
      summary: as('resumen', text(1000)),
      date: as('fecha', day),
      version: nullable(version),
      installedVersion: as('versionInstalada', version),
      since: as('desde', nullable(version)),
      later: as('posterior', boolean),
      introduction: as('introduccion', blocks),
      sections: as('secciones', list(wireObject(section))),
    }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/manuales/buscar',
    summary: 'The sections that answer a question best: accents, inflection and small slips do not matter',
    access: 'full-session',
    input: query({
      text: as('texto', requiredText(200)),
      area: optional(clientArea),
      document: as('enlace', optional(documentId)),
      /** The text is that of a ticket in progress, and no question: only sections that share some telling words with it. */
      whileWriting: as('redactando', optional(flagInAddress)),
    }),
    data: list(
      wireObject({
        document: as('enlace', documentId),
        title: as('titulo', text(200)),
        section: as('seccion', anchor),
        sectionTitle: as('tituloSeccion', text(200)),
        since: as('desde', nullable(version)),
        later: as('posterior', boolean),
        excerpt: as('fragmento', list(wireObject({ text: as('texto', text(1000)), hit: as('resaltado', boolean) }))),
      }),
    ),
  }),
  chapter: endpoint({
    method: 'GET',
    path: '/manuales/get_capitulo',
    summary: 'The section about a program, or else about its module; by default the program that the caller came from',
    access: 'full-session',
    input: query({ program: as('programa', optional(text(100))), module: as('modulo', optional(text(100))) }),
    data: nullable(
      wireObject({
        document: as('enlace', documentId),
        title: as('titulo', text(200)),
        section: as('seccion', nullable(anchor)),
        sectionTitle: as('tituloSeccion', nullable(text(200))),
      }),
    ),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/manuales/get_cambios',
    summary:
      "The changes since the installed version: the caller's own incidents and developments, and those in their modules",
    access: 'full-session',
    input: query({}),
    data: wireObject({
      installedVersion: as('versionInstalada', version),
      newestVersion: as('versionNueva', nullable(version)),
      versions: as(
        'novedades',
        list(
          wireObject({
            version: version,
            date: as('fecha', day),
            incidents: as(
              'incidencias',
              list(
                wireObject({
                  number: as('pcnpet', incidentNumber),
                  title: as('pcdes1', text(200)),
                  shownState: as('estado', shownIncidentState),
                }),
              ),
            ),
            developments: as(
              'desarrollos',
              list(
                wireObject({
                  number: as('pcnpet', developmentNumber),
                  title: as('pcdes1', text(200)),
                  shownState: as('estado', shownDevelopmentState),
                }),
              ),
            ),
            sections: as('secciones', list(wireObject({ document: as('enlace', documentId), ...section }))),
          }),
        ),
      ),
    }),
  }),
  image: endpoint({
    method: 'GET',
    path: '/manuales/get_imagen',
    summary: 'A picture of a document',
    access: 'full-session',
    kind: 'file',
    input: query({ image: as('imagen', requiredText(120)) }),
    data: nothing,
  }),
  downloadPortalManual,
  downloadPdfs: endpoint({
    method: 'POST',
    path: '/consultas/download_PDFS',
    summary: "Documents as one PDF, in the given order; `cambios` stands for the caller's changes",
    access: 'full-session',
    kind: 'file',
    changes: false,
    budget: 'read',
    input: body({ documents: as('enlaces', list(documentId)) }),
    data: nothing,
  }),
}
