import type { Words } from '#browser/words.ts'
import type { AlikeMessages } from './alike-es.ts'

export const alikeEn: Words<AlikeMessages> = {
  title: 'Before you send',
  found: (count) => (count === 1 ? '1 match for what you write' : `${count} matches for what you write`),
  problem: 'Known problem',
  ticket: (number) => `Open ticket ${number}`,
  ticketHint: 'You can add to it instead of opening another',
  manual: 'Manual',
  otherTab: '(opens in another tab)',
  workaround: 'Meanwhile:',
  mendedVersion: (version) => `Fixed in version ${version}`,
  plannedOn: (day) => `Planned for ${day}`,
  affectsMe: 'This affects me',
  affectsMeNot: 'No longer affects me',
  marked: 'Noted: it affects you. Its date is in “Known problems”; no further ticket is needed for the same.',
  unmarked: 'Noted: it no longer affects you',
}
