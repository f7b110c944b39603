import { useEffect, useState } from 'react'
import { provider } from '#browser/provider/provider.ts'
import { newKey } from '#browser/act-key.ts'
import { CallFailed } from '#browser/client.ts'
import { type KeptState, draftKeeper } from '#browser/draft-keeper.ts'
import { useStagedFiles } from '#browser/staged-files.ts'
import { consoleTickets } from '#contract/console/tickets.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call, upload } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import type { TicketView } from './ticket-queries.ts'

interface Answer {
  readonly text: string
  readonly files: readonly string[]
}

/** This page, as it saves drafts: of two that write the same answer, neither overwrites what the other has saved. */
const writer = newKey()

/** An answer in progress: saved on the server during typing, with its files. */
export function useAnswerDraft(ticket: number, begun: TicketView['draft']) {
  const { shared, files: words } = useMessages()
  const [text, setText] = useState(begun?.text ?? '')
  const [state, setState] = useState<Exclude<KeptState, 'here' | 'apart'>>(begun ? 'saved' : 'none')
  const files = useStagedFiles(
    {
      maxBytes: provider.maxAttachmentBytes,
      max: provider.maxAttachments,
      also: provider.alsoFiles,
      onTooMany: () => showAlert('error', shared.file['too-many'](provider.maxAttachments)),
      sentenceOf: (error) => (error instanceof CallFailed ? error.message : words.failed),
      stage: (file, _pasted, options) => upload(consoleTickets.upload, [file], { ticket }, options),
      sendLate: () => Promise.resolve(),
    },
    begun?.files ?? [],
  )
  /** Another page's draft is the one that is kept. */
  const [isApart, setApart] = useState(false)
  /** When the version was saved that this page goes on with; undefined once it was told of another one. */
  const [held] = useState<{ since: Date | null | undefined }>({ since: begun?.savedAt ?? null })
  const [keeper] = useState(() =>
    draftKeeper<Answer>(
      { text: begun?.text ?? '', files: begun?.files.map(({ id }) => id) ?? [] },
      {
        state: begun ? 'saved' : 'none',
        // Here no text is kept apart from the server's.
        onState: (next) => setState(next === 'apart' || next === 'here' ? 'failed' : next),
        write: async (answer) => {
          try {
            const { savedAt } = await call(
              consoleTickets.saveDraft,
              { ticket, text: answer.text, files: [...answer.files], writer, since: held.since },
              { outlivesPage: true },
            )
            held.since = savedAt
          } catch (error) {
            if (!(error instanceof CallFailed) || error.status !== 409) throw error
            if (held.since !== undefined) showAlert('error', error.message)
            held.since = undefined
            setApart(true)
            return 'apart'
          }
          return answer.text.trim() === '' && answer.files.length === 0 ? 'none' : 'saved'
        },
      },
    ),
  )
  const staged = files.staged.map(({ id }) => id).join(' ')
  useEffect(() => keeper.take({ text, files: staged === '' ? [] : staged.split(' ') }), [keeper, text, staged])
  useEffect(() => {
    const leave = () => keeper.hurry()
    globalThis.addEventListener('pagehide', leave)
    return () => {
      globalThis.removeEventListener('pagehide', leave)
      leave()
    }
  }, [keeper])
  return { text, setText, files, state, isUnkept: (isApart || state === 'failed') && text.trim() !== '', keeper }
}
