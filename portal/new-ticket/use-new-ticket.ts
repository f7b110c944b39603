import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFirstProblem } from '#browser/first-problem.ts'
import { assistant } from '#contract/assistant.ts'
import { draftSentence } from '#contract/draft-sentences.ts'
import type { Account } from '#domain/account.ts'
import {
  type DraftField,
  type DraftFlags,
  type DraftProblems,
  type TicketDraft,
  draftProblems,
  isOnlyFileMissing,
  mayAskAssistantFirst,
  missingForCreation,
  withoutHidden,
} from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import { operativeQuery } from '../assistant/assistant-queries.ts'
import { type CarriedText, carriedText, forgetCarriedText } from '../assistant/carried-text.ts'
import { addToTicket } from '../assistant/conversation-ticket.ts'
import { CallFailed, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/account-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import { type AttachmentFiles, useAttachments } from '../tickets/attachments.tsx'
import type { DraftNoticeProps } from '../tickets/kept-draft.tsx'
import { type RelatedTicket, contentOf, fitting, initialDraft, modulesOf, resumedDraft } from './new-ticket-content.ts'
import {
  type Company,
  type Module,
  type Prefill,
  companiesQuery,
  modulesQuery,
  prefillQuery,
  useCreateTicket,
  useTicketAct,
} from '../tickets/ticket-queries.ts'
import {
  type KeptDraft,
  type Leaving,
  type SavedDraft,
  leavingOf,
  useKeptDraft,
  useSavedDraft,
} from '../tickets/use-kept-draft.ts'
import type { StagedFile, StagedFiles } from '#browser/staged-files.ts'

/** The props of both presentations of the form. */
export interface NewTicketProps {
  /** Starts as a request to Soporte Técnico. */
  readonly technical: boolean
  /** The accepted ticket that this one follows up. */
  readonly related?: RelatedTicket
  readonly onDone: () => void
  /** Called when the person may leave: any question has been answered. */
  readonly onLeave: () => void
}

/** What must be loaded before the form can be filled in. */
export interface FormNeeds {
  readonly account: Account
  readonly prefill: Prefill
  readonly modules: readonly Module[]
  readonly flags: DraftFlags
  /** The companies to choose from; empty if the company is known. */
  readonly companies: readonly Company[]
  /** The draft from the last time. */
  readonly saved: SavedDraft | null
}

/** Loads it. A person who may not create tickets is told so and sent away (spec §4, Creating a ticket). */
export function useFormNeeds(onLeave: () => void): {
  needs: FormNeeds | null
  failed: boolean
  busy: boolean
  retry: () => void
} {
  const { shared } = useMessages()
  const account = useAccount()
  const modules = useQuery(modulesQuery)
  const prefill = useQuery(prefillQuery)
  const configuration = useConfiguration()
  const draft = useSavedDraft(null)
  const asksCompany = account.company === null && account.installation !== null
  const companies = useQuery({ ...companiesQuery, enabled: asksCompany })
  const company = asksCompany && !companies.data?.length ? null : 'known'
  const missing = asksCompany && !companies.data ? null : missingForCreation({ ...account, company })
  const leave = useRef(onLeave)
  useEffect(() => {
    if (!missing) return
    showAlert('error', shared.ticket[missing]())
    leave.current()
  }, [missing, shared])

  // Kept once loaded: typed text must outlive every cache.
  const [needs, setNeeds] = useState<FormNeeds | null>(null)
  const isReady = missing === null && (!asksCompany || companies.data)
  if (!needs && isReady && modules.data && prefill.data && configuration.data && draft.saved !== undefined)
    setNeeds({
      account,
      prefill: prefill.data,
      modules: modules.data,
      flags: {
        checkLength: configuration.data.checkTextLength,
        checkIncidentFiles: configuration.data.checkIncidentFiles,
        maxFiles: configuration.data.maxAttachments,
      },
      companies: asksCompany ? (companies.data ?? []) : [],
      saved: draft.saved,
    })

  const queries = [modules, prefill, companies]
  return {
    needs,
    failed: configuration.isError || draft.failed || queries.some(({ isError }) => isError),
    busy: draft.busy || queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
      if (draft.failed) draft.retry()
      if (configuration.isError) configuration.refetch()
    },
  }
}

export interface NewTicket {
  readonly draft: TicketDraft
  readonly change: (part: Partial<TicketDraft>) => void
  /** The modules of the chosen application. */
  readonly modules: readonly Module[]
  readonly companies: readonly Company[]
  readonly files: AttachmentFiles
  /** The accepted ticket that this one follows up. */
  readonly relatedTicket: number | null
  /** A field's problem, after Enviar was pressed. */
  readonly problemOf: (field: DraftField) => string | null
  readonly needsLength: boolean
  /** There is something to send. */
  readonly changed: boolean
  readonly leaving: Leaving
  readonly kept: KeptDraft
  readonly notice: DraftNoticeProps
  readonly sending: boolean
  /** The assistant answers first; null if it does not. */
  readonly assistant: FormAssistant | null
  /** The ticket will hold a conversation with the assistant. */
  readonly holdsConversation: boolean
  readonly form: RefObject<HTMLFormElement | null>
  readonly submit: () => Promise<void>
}

/** What a conversation begun in the form needs. */
export interface FormAssistant {
  readonly draft: TicketDraft
  readonly onLeave: () => void
  readonly onDone: () => void
  readonly onCarry: (carried: CarriedText) => void
}

/** The new-ticket form: its content and problems, its draft, and sending it. */
export function useNewTicket(
  { account, prefill, modules, flags, companies, saved }: FormNeeds,
  { technical, related, onDone, onLeave }: NewTicketProps,
): NewTicket {
  const { shared, tickets: words } = useMessages()
  const [initial] = useState(() => {
    const draft = initialDraft({ account, prefill, modules, technical, related })
    const named = companies.length === 1 ? companies[0] : companies.find(({ code }) => code === prefill.company)
    return named ? { ...draft, company: named.code } : draft
  })
  const [carried] = useState(carriedText)
  useEffect(forgetCarriedText, [])
  const [opened] = useState(() => ({
    draft: withCarried(
      saved ? resumedDraft(initial, saved.content, { account, modules, companies }) : initial,
      carried,
      modules,
    ),
    relatedTicket: related?.number ?? saved?.content.relatedTicket ?? null,
  }))
  const [draft, setDraft] = useState(opened.draft)
  const [relatedTicket, setRelatedTicket] = useState(opened.relatedTicket)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState(false)
  const [discarded, setDiscarded] = useState<Discarded | null>(null)
  const [other, setOther] = useState(saved?.other ?? null)
  const [conversation, setConversation] = useState(carried?.conversation ?? null)
  // spec §4, Chat eligibility: the assistant is offered once.
  const [mayAsk, setMayAsk] = useState(carried === null)
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const leadToProblem = useFirstProblem(form)
  const files = useAttachments(saved?.files)
  const problemsWith = (count: number, of = draft) => problemsOf({ ...of, files: count }, flags, companies)
  const problems = problemsWith(files.going)
  const changed = !done && (files.list.length > 0 || differs(draft, initial))
  const kept = useKeptDraft(
    null,
    { content: contentOf(draft, relatedTicket), files: files.staged, empty: !changed },
    saved,
  )
  const create = useCreateTicket(kept.key)
  const handOver = useTicketAct(assistant.createTicket, kept.key)
  const begun = discarded ? { draft: initial, files: [] } : { draft: opened.draft, files: saved?.files ?? [] }

  const showProblems = (found: DraftProblems) => {
    showAlert('error', shared.ticket[isOnlyFileMissing(found) ? 'incident-needs-file' : 'check-fields']())
    leadToProblem()
  }

  const sentenceFor = (field: DraftField): string | null => {
    const problem = tried ? problems[field] : undefined
    return problem ? draftSentence(field, problem, flags, shared) : null
  }

  /** spec §4, Chat eligibility; a text too short for a ticket may be a question (spec §5). */
  const asksFirst = async () => {
    const inTheWay = Object.entries(problems).filter(([, problem]) => problem !== 'too-short')
    if (!mayAsk || inTheWay.length > 0 || !mayAskAssistantFirst({ ...draft, files: files.list.length })) return false
    return await client
      .fetchQuery(operativeQuery)
      .then(({ operative }) => operative)
      .catch(() => false)
  }

  const submit = async () => {
    if (sending) return
    setSending(true)
    const isAsked = await asksFirst()
    setSending(false)
    if (!isAsked) return await send(draft)
    setTried(false)
    setMayAsk(false)
    setAsking(true)
  }

  const send = async (sent: TicketDraft) => {
    const wrong = problemsWith(files.going, sent)
    setTried(true)
    setRefused({})
    if (Object.keys(wrong).length > 0) return showProblems(wrong)
    setSending(true)
    try {
      const staged = await files.settled()
      // An upload may have failed meanwhile, and an incident needs one that succeeded.
      const left = problemsWith(staged.length, sent)
      if (Object.keys(left).length > 0) return showProblems(left)
      if (!(await files.mayGo())) return
      await kept.hold()
      const { title, files: _count, ...fields } = withoutHidden(sent)
      const input = { ...fields, title: title || null, files: [...staged], relatedTicket }
      let holds = conversation
      const [created] = await (conversation === null
        ? create.mutateAsync(input)
        : handOver.mutateAsync({ ...input, conversation: conversation.id, solved: false }).catch((error: unknown) => {
            if (!(error instanceof CallFailed && (error.status === 404 || error.status === 409))) throw error
            // The conversation has ended meanwhile: the form alone still makes a ticket.
            holds = null
            return create.mutateAsync(input)
          }))
      if (!created) throw new CallFailed(500, shared.ticket['create-failed']())
      setDone(true)
      const isAdded = !holds || sent.text.trim() === holds.asked || (await addToTicket(created.number, sent.text))
      const areUploaded = await files.sendLate(created.number)
      if (created.nextOpening) showAlert('warning', words.form.doneOutOfHours(created.number, created.nextOpening))
      else showAlert('success', words.form.done(created.number))
      if (!isAdded) showAlert('error', words.addition.information.failed)
      if (!areUploaded) showAlert('error', shared.ticket['upload-failed']())
      onDone()
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
    }
  }

  const fail = (error: unknown) => {
    kept.resume()
    if (!(error instanceof CallFailed)) return showAlert('error', shared.ticket['create-failed']())
    if (error.code === 'no-session') return
    showAlert(
      'error',
      error.status !== null && error.status >= 500 ? shared.ticket['create-failed']() : sentenceOf(error),
    )
    if ('installation' in error.fields || 'company' in error.fields) return onLeave()
    setRefused(error.fields)
    leadToProblem()
  }

  return {
    draft,
    change: (part) => {
      setDraft((before) => fitting({ ...before, ...part }, modules))
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    },
    modules: modulesOf(draft, modules),
    companies: companies.length > 1 ? companies : [],
    files,
    relatedTicket,
    problemOf: (field) => refused[field] ?? sentenceFor(field),
    needsLength: flags.checkLength,
    changed,
    leaving: leavingOf(kept, files, changed && (differs(draft, begun.draft) || !sameFiles(files, begun.files))),
    kept,
    notice: {
      savedAt: saved && !discarded ? saved.savedAt : null,
      onDiscard: () => {
        setDiscarded({ draft, relatedTicket, files: files.staged })
        setDraft(initial)
        setRelatedTicket(related?.number ?? null)
        files.replace([])
      },
      onUndo:
        discarded && !changed
          ? () => {
              setDraft(discarded.draft)
              setRelatedTicket(discarded.relatedTicket)
              files.replace(discarded.files)
            }
          : null,
      other: other && {
        savedAt: other.savedAt,
        onUse: () => {
          kept.swap()
          setOther({ content: contentOf(draft, relatedTicket), files: files.staged, savedAt: new Date() })
          setDraft(resumedDraft(initial, other.content, { account, modules, companies }))
          setRelatedTicket(other.content.relatedTicket ?? null)
          files.replace(other.files)
        },
      },
    },
    sending,
    assistant: asking
      ? {
          draft,
          onLeave: () => setAsking(false),
          onDone: () => {
            setDone(true)
            kept.discard()
            onDone()
          },
          onCarry: ({ text, conversation: said }) => {
            const next = { ...draft, text }
            setAsking(false)
            setDraft(next)
            setConversation(said)
            // Without a question the person wants somebody at Support, and has pressed Enviar already.
            if (said === null) void send(next)
          },
        }
      : null,
    holdsConversation: conversation !== null,
    form,
    submit,
  }
}

interface Discarded {
  readonly draft: TicketDraft
  readonly relatedTicket: number | null
  readonly files: readonly StagedFile[]
}

/** The conversation's text precedes the draft's. */
function withCarried(draft: TicketDraft, carried: CarriedText | null, modules: readonly Module[]): TicketDraft {
  if (!carried) return draft
  const text = [carried.text, draft.text].filter((each) => each !== '').join('\n\n')
  return fitting({ ...draft, text, module: carried.module ?? draft.module }, modules)
}

function problemsOf(draft: TicketDraft, flags: DraftFlags, companies: readonly Company[]): DraftProblems {
  const isMissing = companies.length > 0 && draft.company === null
  return { ...(isMissing && { company: 'required' }), ...draftProblems(draft, flags) }
}

const differs = (one: TicketDraft, other: TicketDraft): boolean =>
  Object.entries(one).some(([field, value]) => value !== Object.entries(other).find(([name]) => name === field)?.[1])

const sameFiles = ({ list }: StagedFiles, begun: readonly StagedFile[]): boolean =>
  list.length === begun.length && list.every(({ staged }, index) => staged === begun[index]?.id)
