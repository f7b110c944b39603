import { consoleContacts } from '#contract/console/contacts.ts'
import { useAct } from '../act.ts'
import { MASTERS } from '../lists/list-query.ts'
import { useTechnician } from '../session/session-store.ts'
import type { Contact } from './client-queries.ts'
import { WaitingAddress } from './waiting-address.tsx'

/** A contact's changed address that waits. Supervisors send its link again, or withdraw the address. */
export function ContactsAddress({ contact: { client, id, newAddress } }: { contact: Contact }) {
  const { role } = useTechnician()
  const resend = useAct(consoleContacts.resendAddress, [MASTERS])
  const drop = useAct(consoleContacts.dropAddress, [MASTERS])
  if (!newAddress) return null
  const which = { client: client.code, contact: id }
  const acts = {
    resend: {
      run: (outcome: Parameters<typeof resend.mutate>[1]) => resend.mutate(which, outcome),
      isPending: resend.isPending,
    },
    drop: {
      run: (outcome: Parameters<typeof drop.mutate>[1]) => drop.mutate(which, outcome),
      isPending: drop.isPending,
    },
  }
  return <WaitingAddress address={newAddress} acts={role === 'supervisor' ? acts : null} />
}
