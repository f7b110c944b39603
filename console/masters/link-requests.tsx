import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consolePasswordLinks } from '#contract/console/password-links.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { useTechnician } from '../session/session-store.ts'
import { type GivenLink, GivenLinkDialog } from './given-link.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { WaitingList } from '../lists/waiting-list.tsx'

/** Administrators' password links that a colleague has asked for. */
export function LinkRequests() {
  const { contacts: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const { username: own } = useTechnician()
  const [link, setLink] = useState<GivenLink | null>(null)
  const { data = [] } = useQuery({
    queryKey: [...MASTERS, 'link-requests'],
    queryFn: ({ signal }) => call(consolePasswordLinks.requests, {}, { signal }),
  })
  const { mutate, isPending } = useAct(consolePasswordLinks.decide, [MASTERS])
  const decide = (key: string, approved: boolean) => {
    const request = data.find(({ client, contact }) => keyOf(client.code, contact.id) === key)
    if (!request) return
    mutate(
      { client: request.client.code, contact: request.contact.id, approved },
      {
        onSuccess: (given) => {
          if (given) setLink(given)
          else showAlert('success', words.linkRefused(request.contact.name))
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }
  return (
    <>
      <WaitingList
        title={words.linkRequests}
        lead={words.linkRequestsLead}
        busy={isPending}
        onDecide={decide}
        items={data.map(({ client, contact, username, requestedBy, requestedAt }) => ({
          key: keyOf(client.code, contact.id),
          text: words.linkRequestOf(contact.name, username, client.name),
          hint: words.linkRequestHint(requestedBy, dateTime(requestedAt)),
          about: contact.name,
          mayConfirm: requestedBy !== own,
        }))}
      />
      {link && <GivenLinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}

const keyOf = (client: number, contact: number): string => `${client} ${contact}`
