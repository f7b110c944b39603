import type { Words } from '#browser/words.ts'

/** The editor that covers parts of a picture. Spanish is the source. */
export const editorWordsEs = {
  title: (name: string) => `Tapar partes de ${name}`,
  lead: 'Lo que tape se envía en negro y nadie puede recuperarlo: la imagen original no sale de este equipo.',
  /** For a picture of an earlier visit: the server has the uncovered one. */
  leadSent: 'Esta imagen ya estaba subida. Lo que tape ahora irá en negro en el ticket.',
  opening: (name: string) => `Abriendo ${name}…`,
  broken: 'El navegador no puede abrir esta imagen. Puede enviarla como está o quitarla.',
  reduced: (width: number, height: number) => `Es muy grande: si la tapa, se envía a ${width} × ${height} píxeles.`,
  moving: 'Es una imagen animada: si la tapa, se envía solo su primer fotograma.',
  tools: 'Herramientas',
  cover: 'Rectángulo',
  arrow: 'Flecha',
  undo: 'Deshacer',
  redo: 'Rehacer',
  remove: 'Quitar',
  place: 'Colocar',
  larger: 'Ampliar',
  smaller: 'Reducir',
  picture: (name: string) => `Imagen ${name}`,
  how: 'Arrastre sobre la imagen. Con el teclado: «Colocar», flechas para mover, Mayús y flechas para el tamaño, Supr para quitar.',
  mark: (kind: 'cover' | 'arrow', number: number) => `${kind === 'cover' ? 'Rectángulo' : 'Flecha'} ${number}`,
  /** The position of a mark, in per cent of the picture. */
  at: (mark: string, left: number, top: number, width: number, height: number) =>
    `${mark}: a ${left} % de la izquierda y ${top} % de arriba; ancho ${width} %, alto ${height} %.`,
  removed: (mark: string) => `${mark}: se ha quitado.`,
  undone: 'Deshecho.',
  redone: 'Rehecho.',
  use: 'Usar esta imagen',
  saving: 'Guardando…',
  failed: 'Su navegador no permite guardar la imagen con las partes tapadas. No se ha cambiado ni enviado nada.',
}

export type EditorWords = Words<typeof editorWordsEs>
