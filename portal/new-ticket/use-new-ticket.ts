import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { MAX_QUESTION } from '#domain/conversation.ts'
import { type DraftField, type DraftProblems, type TicketDraft, mayAskAssistantFirst } from '#domain/ticket-draft.ts'
import { operativeQuery } from '../assistant/assistant-queries.ts'
import { type CarriedText, carriedText, forgetCarriedText } from '../assistant/carried-text.ts'
import { type AttachmentFiles, useAttachments } from '../tickets/attachments.tsx'
import type { DraftNoticeProps } from '../tickets/kept-draft.tsx'
import type { Company, Module } from '../tickets/ticket-queries.ts'
import { useDraftNotice } from '../tickets/use-draft-notice.ts'
import { type KeptDraft, type Leaving, type SavedDraft, useKeptDraft } from '../tickets/use-kept-draft.ts'
import type { FormNeeds } from './form-needs.ts'
import { useConfiguration } from '../session/configuration.ts'
import { type RelatedTicket, contentOf, fitting, initialDraft, modulesOf, resumedDraft } from './new-ticket-content.ts'
import { type NewTicketFields, useDraftRules, useSendTicket } from './send-ticket.ts'
import { useForm } from '../use-form.ts'

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
  /** Whether there is something to send. */
  readonly changed: boolean
  readonly leaving: Leaving
  readonly kept: KeptDraft
  readonly notice: DraftNoticeProps
  readonly sending: boolean
  /** The assistant will answer first: the form says so before Enviar is pressed. */
  readonly asksAssistant: boolean
  /** The assistant answers first; null if it does not. */
  readonly assistant: FormAssistant | null
  /** The ticket will hold a conversation with the assistant. */
  readonly holdsConversation: boolean
  readonly form: RefObject<HTMLFormElement | null>
  readonly submit: () => Promise<void>
}

/** The data for a conversation begun in the form. */
export interface FormAssistant {
  readonly draft: TicketDraft
  /** The form said that the assistant would answer: so Enviar has asked it already. */
  readonly asksAtOnce: boolean
  /** With the conversation as far as it went. */
  readonly onLeave: (conversation: CarriedText['conversation']) => void
  readonly onDone: () => void
  readonly onCarry: (carried: CarriedText) => void
}

/** The new-ticket form: its content and problems, its draft, and sending it. */
export function useNewTicket(needs: FormNeeds, props: NewTicketProps): NewTicket {
  const { modules, flags, companies, saved } = needs
  const { related, onDone, onLeave } = props
  const { initial, resumed, begun, carried } = useBeginning(needs, props)
  const files = useAttachments(null, saved)
  const rules = useDraftRules(needs)
  const form = useForm<NewTicketFields>(begun, {
    check: (fields) => rules.sentencesOf(rules.in(fields, files.going)),
    says: rules.says,
    fitting: ({ relatedTicket: refersTo, ...fields }) => ({ ...fitting(fields, modules), relatedTicket: refersTo }),
  })
  const { relatedTicket, ...draft } = form.fields
  const [done, setDone] = useState(false)
  const { conversation, setConversation, leave } = useConversationAlong(carried, draft, files)
  const changed = !done && (files.list.length > 0 || differs(draft, initial))
  const content = contentOf(draft, relatedTicket)
  const kept = useKeptDraft(null, { content, files: files.staged, empty: !changed }, saved)
  const { notice, leaving } = useDraftNotice(saved, kept, {
    fields: form.fields,
    content,
    empty: { ...initial, relatedTicket: related?.number ?? null },
    put: form.set,
    resumed,
    files,
    changed,
    differs: changed && (differs(draft, begun) || !files.areUnchanged),
  })
  const onSent = () => setDone(true)
  const send = useSendTicket({ files, kept, form, rules, conversation, onSent, onDone, onLeave })
  const first = useAssistantFirst(carried === null, { ...draft, files: files.list.length })

  return {
    draft,
    change: form.set,
    modules: modulesOf(draft, modules),
    companies: companies.length > 1 ? companies : [],
    files,
    relatedTicket,
    problemOf: (field) => form.problems[field] ?? null,
    needsLength: flags.checkLength,
    changed,
    leaving,
    kept,
    notice,
    sending: form.busy || first.isFinding,
    asksAssistant: first.isTold,
    assistant: first.asked
      ? {
          draft,
          ...first.asked,
          onLeave: (left) => {
            first.leave()
            leave(left)
          },
          onDone: () => {
            setDone(true)
            kept.discard()
            files.forget()
            onDone()
          },
          onCarry: ({ text, conversation: said }) => {
            first.leave()
            form.set({ text })
            setConversation(said)
            // Nothing was answered: the person wants somebody at Support, and has pressed Enviar already.
            if (said === null) void send({ ...form.fields, text })
          },
        }
      : null,
    holdsConversation: conversation !== null,
    form: form.element,
    submit: async () => {
      if (form.busy || first.isFinding) return
      const found = rules.in(draft, files.going)
      if (await first.begins(found)) form.forgetTry()
      else await send(form.fields)
    },
  }
}

/**
 * The conversation that the ticket will hold. Where conversations are kept as tickets, one that was left has its ticket
 * already, which takes further text alone: with files or other fields changed since, the form makes a ticket of its own.
 */
function useConversationAlong(carried: CarriedText | null, draft: TicketDraft, files: AttachmentFiles) {
  const asItGoes = useConfiguration().data?.saveClosedChats === true
  const [conversation, setConversation] = useState(carried?.conversation ?? null)
  const [askedWith, setAskedWith] = useState<TicketDraft | null>(null)
  const isOther =
    askedWith !== null && (files.list.length > 0 || differs({ ...draft, text: askedWith.text }, askedWith))
  return {
    conversation: asItGoes && isOther ? null : conversation,
    setConversation,
    leave: (left: CarriedText['conversation']) => {
      if (left === null) return
      setConversation(left)
      setAskedWith(draft)
    },
  }
}

/** The fields' initial content: a draft, the conversation with the assistant, or the person's known data. */
function useBeginning(
  { account, prefill, modules, companies, saved }: FormNeeds,
  { technical, related }: NewTicketProps,
) {
  const [initial] = useState(() => {
    const draft = initialDraft({ account, prefill, modules, technical, related })
    const named = companies.length === 1 ? companies[0] : companies.find(({ code }) => code === prefill.company)
    return named ? { ...draft, company: named.code } : draft
  })
  const [carried] = useState(carriedText)
  useEffect(forgetCarriedText, [])
  const resumed = (content: SavedDraft['content']): NewTicketFields => ({
    ...resumedDraft(initial, content, { account, modules, companies }),
    relatedTicket: content.relatedTicket ?? null,
  })
  const [begun] = useState(() => {
    const { relatedTicket, ...draft } = saved ? resumed(saved.content) : { ...initial, relatedTicket: null }
    return { ...withCarried(draft, carried, modules), relatedTicket: related?.number ?? relatedTicket }
  })
  return { initial, resumed, begun, carried }
}

/** spec §4, Chat eligibility: the assistant is offered once, and a text too short for a ticket may be a question (spec §5). */
function useAssistantFirst(isOffered: boolean, draft: TicketDraft) {
  const client = useQueryClient()
  const [mayAsk, setMayAsk] = useState(isOffered)
  const [asked, setAsked] = useState<Pick<FormAssistant, 'asksAtOnce'> | null>(null)
  const [isFinding, setFinding] = useState(false)
  const fits = mayAsk && mayAskAssistantFirst(draft)
  const isTold = useQuery({ ...operativeQuery, enabled: fits }).data === true && fits
  const isOperative = () =>
    client
      .fetchQuery(operativeQuery)
      .then(({ operative }) => operative)
      .catch(() => false)
  return {
    asked,
    isFinding,
    /** Whether the person knows that the assistant will answer. */
    isTold,
    /** Whether the assistant now answers the draft first. */
    begins: async (found: DraftProblems): Promise<boolean> => {
      const inTheWay = Object.values(found).filter((problem) => problem !== 'too-short')
      if (!fits || inTheWay.length > 0) return false
      setFinding(true)
      const begins = await isOperative()
      setFinding(false)
      if (!begins) return false
      setMayAsk(false)
      setAsked({ asksAtOnce: isTold && draft.text.trim().length <= MAX_QUESTION })
      return true
    },
    leave: () => setAsked(null),
  }
}

/** The conversation's text precedes the draft's. */
function withCarried(draft: TicketDraft, carried: CarriedText | null, modules: readonly Module[]): TicketDraft {
  if (!carried) return draft
  const text = [carried.text, draft.text].filter((each) => each !== '').join('\n\n')
  return fitting({ ...draft, text, module: carried.module ?? draft.module }, modules)
}

const differs = (one: TicketDraft, other: TicketDraft): boolean =>
  Object.entries(one).some(([field, value]) => value !== Object.entries(other).find(([name]) => name === field)?.[1])
