import type { ProblemMessages } from './problems-es.ts'

export const problemsEn: ProblemMessages = {
  problems: {
    title: 'Known problems',
    lead: 'Defects of your version that we know of, and what you can do while we mend them.',
    none: 'Your version has no known problems',
    noneHint: 'If something does not work as you expect, write us a ticket.',
    loading: 'Loading the known problems',
    failed: 'The known problems could not be loaded',
    workaround: 'What you can do meanwhile',
    mendedVersion: 'Version that mends it',
    plannedOn: 'Planned date',
  },
}
