import type { supportSentencesEs } from './support-sentences-es.ts'

export const supportSentencesEn: typeof supportSentencesEs = {
  'ticket-over': () => 'This ticket is over: it cannot be changed',
  'merge-itself': () => 'It is the same ticket',
  'already-merged': () => 'That ticket has been joined to another already',
  'merge-other-client': () => 'Only tickets of the same client can be joined',
  'merge-other-audience': () => 'They cannot be joined: not everybody who sees one of them may see the other',
  'written-meanwhile': () => 'Somebody has written meanwhile: read what is new before you send',
  'assigned-meanwhile': (name) =>
    name === null ? 'Meanwhile nobody has it any more' : `Meanwhile ${name} has taken it`,
  'not-called': () => 'Nobody waits for a call about this ticket',
  'module-of-other-area': () => 'That module does not belong to that application',
  'area-not-theirs': () => 'The client does not have that application',
  'unknown-fields': (names) => `There is no ${names}: choose the fields from the list`,
  'by-supervisor': () => 'Only a supervisor can give an administrator’s access',
  'view-name-taken': () => 'There is a view with that name already',
  'too-many-views': (most) => `There are ${most} saved views already: remove one first`,
}
