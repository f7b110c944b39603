import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { sentenceOf } from '../api.ts'
import { useReceivedMessages } from '../messages/received/received.ts'
import { type Mail, useJoin } from './received-queries.ts'

/** Adds a mail to a ticket by its number. */
export function JoinDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const words = useReceivedMessages()
  const [typed, setTyped] = useState(mail.ticket === null ? '' : String(mail.ticket))
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useJoin()
  const confirm = () => {
    const ticket = Number(typed.trim())
    if (!Number.isSafeInteger(ticket) || ticket < 1) return setProblem(words.badNumber)
    mutate(
      { mail: mail.id, ticket },
      {
        onSuccess: (joined) => {
          showAlert('success', words.joined(joined.ticket))
          onClose()
        },
        onError: (error) => setProblem(sentenceOf(error)),
      },
    )
  }
  return (
    <Dialog
      opened
      size="sm"
      title={words.joinTitle}
      dirty={false}
      onClose={onClose}
      footer={
        <Button loading={isPending} onClick={confirm}>
          {words.join}
        </Button>
      }
    >
      <TextInput
        label={words.number}
        inputMode="numeric"
        maxLength={15}
        error={problem}
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={({ key }) => key === 'Enter' && confirm()}
      />
    </Dialog>
  )
}
