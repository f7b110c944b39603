import type { Block } from '#domain/document.ts'
import { useLanguage } from '../messages/language.ts'

type Tone = Extract<Block, { kind: 'callout' }>['tone']

/** The words around a manual, loaded with its page. */
const es = {
  title: 'Manual',
  loading: 'Cargando el manual',
  missing: 'Este documento ya no está entre los manuales',
  search: 'Buscar',
  contents: 'Contenido',
  updated: (day: string) => `Actualizado el ${day}`,
  since: (version: string) => `Desde la ${version}`,
  table: (title: string) => `Tabla: ${title}`,
  tones: { notice: 'Nota', important: 'Importante', tip: 'Consejo', example: 'Ejemplo' } satisfies Record<Tone, string>,
}

const en: typeof es = {
  title: 'Manual',
  loading: 'Loading the manual',
  missing: 'This document is no longer among the manuals',
  search: 'Search',
  contents: 'Contents',
  updated: (day) => `Updated on ${day}`,
  since: (version) => `Since ${version}`,
  table: (title) => `Table: ${title}`,
  tones: { notice: 'Note', important: 'Important', tip: 'Tip', example: 'Example' },
}

export const useManualMessages = (): typeof es => (useLanguage() === 'es' ? es : en)
