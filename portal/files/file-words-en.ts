import type { FileWords } from './file-words-es.ts'

export const fileWordsEn: FileWords = {
  capture: 'Screenshot',
  order: {
    drag: 'Drag to order the files',
    before: (name) => `Move ${name} forward`,
    placed: (name, place, of) => `${name}: ${place} of ${of}`,
  },
  covering: {
    act: 'Cover',
    actOn: (name) => `Cover parts of ${name}`,
    covered: 'With covered parts',
    waiting: 'Pictures do not leave this computer until you send: before that you can cover parts of them.',
  },
  numbers: {
    found: (kinds) => `You have written ${kinds}. If Support does not need it, you can hide it before sending.`,
    document: 'an identity document (DNI or NIE)',
    iban: 'an account (IBAN)',
    card: 'a card number',
    and: ' and ',
    mask: 'Hide',
    leave: 'Leave it',
    masked: 'Hidden in the text.',
    undo: 'Undo',
  },
}
