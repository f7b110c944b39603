import { useQuery } from '@tanstack/react-query'
import { consoleTechnicians } from '#contract/console/technicians.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { MASTERS } from '../lists/list-query.ts'
import { WaitingList } from '../lists/waiting-list.tsx'

/**
 * People who came from the identity provider with a technician's address. A supervisor decides whether each one is that
 * technician.
 */
export function IdentityRequests() {
  const { technicians: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const { data = [] } = useQuery({
    queryKey: [...MASTERS, 'identity-requests'],
    queryFn: ({ signal }) => call(consoleTechnicians.identityRequests, {}, { signal }),
  })
  const { mutate, isPending } = useAct(consoleTechnicians.decideIdentity, [MASTERS])
  const decide = (key: string, confirmed: boolean) => {
    const request = data.find(({ username, subject }) => keyOf(username, subject) === key)
    if (!request) return
    const { username, name, issuer, subject } = request
    mutate(
      { username, issuer, subject, confirmed },
      {
        onSuccess: () => showAlert('success', confirmed ? words.identityConfirmed(name) : words.identityRefused(name)),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }
  return (
    <WaitingList
      title={words.identities}
      lead={words.identitiesLead}
      busy={isPending}
      onDecide={decide}
      items={data.map(({ username, name, issuer, subject, email, requestedAt }) => ({
        key: keyOf(username, subject),
        text: words.identityOf(name, email),
        hint: words.identityHint(subject, issuer, dateTime(requestedAt)),
        about: `${name}, ${subject}`,
        mayConfirm: true,
      }))}
    />
  )
}

const keyOf = (username: string, subject: string): string => `${username} ${subject}`
