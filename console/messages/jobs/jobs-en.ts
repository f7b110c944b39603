import type { JobsMessages } from './jobs-es.ts'

export const jobsEn: JobsMessages = {
  stopped: 'The jobs stand still',
  why: {
    step: "The server's clock has jumped by over an hour.",
    apart: "The server's clock and the database's are over a minute apart.",
    gap: "By the server's clock the jobs have not run for over a week.",
  },
  meanwhile: 'Meanwhile no ticket is accepted by silence, no conversation is closed and nothing is removed.',
  askSupervisor: 'Tell a supervisor.',
  look: "Check the server's time before they go on.",
  resume: 'Let the jobs go on',
  late: 'Some jobs do not run',
  lateSince: (jobs, at) => `Waiting since ${at}: ${jobs}. Look at the portal’s log, or restart it.`,
  names: {
    silence: 'acceptance by silence',
    conversations: 'unfinished conversations',
    room: 'disk space',
    paces: 'usual times',
    housekeeping: 'housekeeping',
    schedule: 'the schedule of all jobs',
  },
  resumed: 'The jobs go on',
}
