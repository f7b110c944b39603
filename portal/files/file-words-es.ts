import type { Words } from '#browser/words.ts'

/** The words for files, and for personal numbers in a text. Spanish is the source. */
export const fileWordsEs = {
  /** A pasted picture: «Captura 22-11 14:28». */
  capture: 'Captura',
  order: {
    drag: 'Arrastre para ordenar los archivos',
    before: (name: string) => `Adelantar ${name}`,
    /** «plano.pdf: 1 de 3», read aloud. */
    placed: (name: string, place: number, of: number) => `${name}: ${place} de ${of}`,
  },
  covering: {
    act: 'Tapar',
    actOn: (name: string) => `Tapar partes de ${name}`,
    /** For a picture with covered parts. */
    covered: 'Con partes tapadas',
    waiting: 'Las imágenes no salen de este equipo hasta que envíe: antes puede tapar partes de ellas.',
  },
  numbers: {
    /** «Ha escrito un DNI o NIE y un IBAN.» */
    found: (kinds: string) => `Ha escrito ${kinds}. Si Soporte no lo necesita, puede ocultarlo antes de enviar.`,
    document: 'un DNI o NIE',
    iban: 'una cuenta (IBAN)',
    card: 'un número de tarjeta',
    and: ' y ',
    mask: 'Ocultar',
    leave: 'Dejarlo así',
    masked: 'Oculto en el texto.',
    undo: 'Deshacer',
  },
}

export type FileWords = Words<typeof fileWordsEs>
