import { Stack, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useConversationMessages } from './conversation-words.ts'
import { PersonalNumbers } from '../files/personal-numbers.tsx'
import { RequiredText } from '../tickets/act-frame.tsx'
import { Attachments } from '../tickets/attachments.tsx'
import { DraftNotice, FormNotice } from '../tickets/kept-draft.tsx'
import { type MessageForm, type MessageKind, useMessageWords } from './use-message-form.ts'

/** The fields of a message, with the notices about its draft and about the ticket. */
export function MessageFields({
  form: { kind, words, field, files, notice, instead, goOnAs },
  inline = false,
}: {
  form: MessageForm
  /** Stands below the conversation, where there is less room. */
  inline?: boolean
}) {
  const goOn = (other: MessageKind, { currentTarget }: MouseEvent) => {
    // The focused button disappears with its notice.
    currentTarget.closest('form')?.querySelector('textarea')?.focus()
    goOnAs(other)
  }
  return (
    <Stack>
      {instead && <OtherWay kind={instead} onGo={(event) => goOn(instead, event)} />}
      {words.explanation && <Text>{words.explanation}</Text>}
      <DraftNotice {...notice} />
      <div>
        <RequiredText label={words.text} hint={words.hint} {...field} {...(inline && { rows: 4 })} />
        <PersonalNumbers text={field.value} onChange={field.onChange} />
      </div>
      {/* The specification's NO CONFORME takes no files; files already added to an answer are still sent. */}
      {(kind !== 'reject' || files.list.length > 0) && <Attachments files={files} compact={inline} />}
    </Stack>
  )
}

function OtherWay({ kind, onGo }: { kind: MessageKind; onGo: (event: MouseEvent) => void }) {
  const { meanwhile } = useConversationMessages()
  const { act } = useMessageWords(kind)
  return <FormNotice text={meanwhile[kind]} act={act} onAct={onGo} />
}
