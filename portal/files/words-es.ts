import type { Words } from '#browser/words.ts'

/** Numbers of persons in a text, and the editor of pictures. Spanish is the source. */
export const fileWordsEs = {
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
