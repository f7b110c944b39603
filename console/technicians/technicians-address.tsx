import { consoleNewAddress } from '#contract/console/new-address.ts'
import { useAct } from '../act.ts'
import { WaitingAddress } from '../masters/waiting-address.tsx'
import { TECHNICIANS, type Technician } from './technician-queries.ts'

interface Props {
  readonly username: string
  readonly address: NonNullable<Technician['newAddress']>
  readonly onDone: () => void
}

/** A technician's changed address that waits. */
export function TechniciansAddress({ username, address, onDone }: Props) {
  const resend = useAct(consoleNewAddress.resend, [TECHNICIANS])
  const drop = useAct(consoleNewAddress.drop, [TECHNICIANS])
  const acts = {
    resend: {
      run: (outcome: Parameters<typeof resend.mutate>[1]) => resend.mutate({ username }, outcome),
      isPending: resend.isPending,
    },
    drop: {
      run: (outcome: Parameters<typeof drop.mutate>[1]) => drop.mutate({ username }, outcome),
      isPending: drop.isPending,
    },
  }
  return <WaitingAddress address={address} acts={acts} onDone={onDone} />
}
