import { type DemoAuthor, type DemoClient, DUERO, LEVANTE, TEIDE, contactOf } from './cast.ts'
import {
  DUERO_DEVELOPMENTS,
  DUERO_VALUATIONS,
  LEVANTE_DEVELOPMENTS,
  LEVANTE_SECOND_INSTALLATION_DEVELOPMENTS,
  LEVANTE_VALUATIONS,
} from './developments.ts'
import {
  DUERO_INCIDENTS,
  LEVANTE_INCIDENTS,
  LEVANTE_SECOND_INSTALLATION_INCIDENTS,
  TEIDE_INCIDENTS,
} from './demo-incidents.ts'
import { LUCIA_CHANNELS } from './levante-channels.ts'
import { LUCIA_HISTORY } from './levante-history.ts'
import { LUCIA_IN_PROGRESS } from './levante-in-progress.ts'
import {
  ANDRES_TICKETS,
  IDAIRA_TICKETS,
  LEVANTE_SECOND_INSTALLATION,
  NURIA_TICKETS,
  PABLO_TICKETS,
} from './other-tickets.ts'
import type { DataChangeScript } from './people-rows.ts'
import type { TicketScript } from './ticket-script.ts'
import type { ValuationScript, WorkScript } from './work-script.ts'

/** Everything that the demo holds of one client. */
export interface DemoScript {
  readonly cast: DemoClient
  readonly tickets: readonly { readonly author: DemoAuthor; readonly scripts: readonly TicketScript[] }[]
  /** By the installation's code. */
  readonly work: Readonly<Record<string, WorkScript>>
  readonly valuations: readonly ValuationScript[]
  readonly dataChanges?: readonly DataChangeScript[]
}

export const DEMO: readonly DemoScript[] = [
  {
    cast: LEVANTE,
    tickets: [
      {
        author: { contact: contactOf(LEVANTE, 11), installation: 'LEV-01' },
        scripts: [...LUCIA_HISTORY, ...LUCIA_IN_PROGRESS, ...LUCIA_CHANNELS],
      },
      { author: { contact: contactOf(LEVANTE, 12), installation: 'LEV-01' }, scripts: ANDRES_TICKETS },
      { author: { contact: null, installation: 'LEV-02' }, scripts: LEVANTE_SECOND_INSTALLATION },
    ],
    work: {
      'LEV-01': { incidents: LEVANTE_INCIDENTS, developments: LEVANTE_DEVELOPMENTS },
      'LEV-02': {
        incidents: LEVANTE_SECOND_INSTALLATION_INCIDENTS,
        developments: LEVANTE_SECOND_INSTALLATION_DEVELOPMENTS,
      },
    },
    valuations: LEVANTE_VALUATIONS,
  },
  {
    cast: DUERO,
    tickets: [
      { author: { contact: contactOf(DUERO, 21), installation: 'DUE-01' }, scripts: NURIA_TICKETS },
      { author: { contact: contactOf(DUERO, 22), installation: 'DUE-01' }, scripts: PABLO_TICKETS },
    ],
    work: { 'DUE-01': { incidents: DUERO_INCIDENTS, developments: DUERO_DEVELOPMENTS } },
    valuations: DUERO_VALUATIONS,
    dataChanges: [
      {
        contact: 21,
        when: [2, '09:40'],
        text: 'Desde el lunes tengo otro número directo: 983 000 121. El anterior ya no es mío, quítenlo de mi ficha, por favor.',
      },
    ],
  },
  {
    cast: TEIDE,
    tickets: [{ author: { contact: contactOf(TEIDE, 31), installation: 'TEI-01' }, scripts: IDAIRA_TICKETS }],
    work: { 'TEI-01': { incidents: TEIDE_INCIDENTS, developments: [] } },
    valuations: [],
  },
]
