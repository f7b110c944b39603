import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Account } from '#domain/account.ts'
import { draftSentence } from '#contract/draft-sentences.ts'
import {
  type DraftField,
  type DraftFlags,
  type TicketDraft,
  draftProblems,
  emptyDraft,
  missingForCreation,
} from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/account-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import { entryPrefill } from '../session/entry.ts'
import { useAttachments } from './attachments.tsx'
import { type Module, type TicketMessage, modulesQuery, useCreateTicket } from './ticket-queries.ts'
import type { StagedFiles } from './use-staged-files.ts'

/** How both presentations of the form are called. */
export interface NewTicketProps {
  /** Begins as a request to Soporte Técnico. */
  readonly technical: boolean
  /** The accepted ticket that this one goes on from. */
  readonly related?: RelatedTicket
  readonly onDone: () => void
  /** Called when the person may leave: they have been asked. */
  readonly onLeave: () => void
}

export type RelatedTicket = Pick<TicketMessage, 'number' | 'area' | 'module'>

/** What the form needs before it can be filled in. */
export interface FormNeeds {
  readonly account: Account
  readonly modules: readonly Module[]
  readonly flags: DraftFlags
}

/** Who may not create a ticket at all is told so and sent away (spec §4, Creating a ticket). */
export function useFormNeeds(onLeave: () => void): {
  needs: FormNeeds | null
  failed: boolean
  busy: boolean
  retry: () => void
} {
  const { shared } = useMessages()
  const account = useAccount()
  const modules = useQuery(modulesQuery)
  const configuration = useConfiguration()
  const missing = missingForCreation({ installation: account.installation, company: companyOf(account) })
  const leave = useRef(onLeave)
  useEffect(() => {
    if (!missing) return
    showAlert('error', shared.ticket[missing]())
    leave.current()
  }, [missing, shared])
  const ready = missing === null && modules.data && configuration.data
  return {
    needs: ready
      ? {
          account,
          modules: modules.data,
          flags: {
            checkLength: configuration.data.checkTextLength === 1,
            checkIncidentFiles: configuration.data.checkIncidentFiles === 1,
            maxFiles: configuration.data.maxAttachments,
          },
        }
      : null,
    failed: modules.isError || configuration.isError,
    busy: modules.isFetching,
    retry: () => {
      void modules.refetch()
      configuration.refetch()
    },
  }
}

export interface NewTicket {
  readonly draft: TicketDraft
  readonly change: (part: Partial<TicketDraft>) => void
  /** The modules of the chosen application. */
  readonly modules: readonly Module[]
  readonly files: StagedFiles
  /** What is wrong with a field, once Enviar was pressed. */
  readonly problemOf: (field: DraftField) => string | null
  readonly needsLength: boolean
  readonly changed: boolean
  readonly sending: boolean
  readonly form: RefObject<HTMLFormElement | null>
  readonly submit: () => Promise<void>
}

/** The new-ticket form: what is in it, what is wrong with it, and sending it. */
export function useNewTicket(
  { account, modules, flags }: FormNeeds,
  { technical, related, onDone, onLeave }: NewTicketProps,
): NewTicket {
  const { shared, tickets: words } = useMessages()
  const [initial] = useState(() => initialDraft(account, modules, technical, related))
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const files = useAttachments()
  const create = useCreateTicket()
  const problems = draftProblems({ ...draft, files: files.going }, flags)

  const showProblems = (fields: readonly string[]) => {
    const onlyFile = fields.length === 1 && fields[0] === 'files' && problems.files === 'incident-needs-file'
    showAlert('error', shared.ticket[onlyFile ? 'incident-needs-file' : 'check-fields']())
    focusFirstProblem(form)
  }

  const sentenceFor = (field: DraftField): string | null => {
    const problem = tried ? problems[field] : undefined
    return problem ? draftSentence(field, problem, flags, shared) : null
  }

  const submit = async () => {
    if (sending) return
    setTried(true)
    setRefused({})
    if (Object.keys(problems).length > 0) return showProblems(Object.keys(problems))
    setSending(true)
    try {
      const staged = await files.settled()
      // An upload may have failed meanwhile, and an incident must have one that did not.
      const left = Object.keys(draftProblems({ ...draft, files: staged.length }, flags))
      if (left.length > 0) return showProblems(left)
      const { title, files: _count, ...fields } = draft
      const [created] = await create.mutateAsync({
        ...fields,
        title: title || null,
        files: [...staged],
        ...(related && { relatedTicket: related.number }),
      })
      if (!created) throw new CallFailed(500, shared.ticket['create-failed']())
      setDone(true)
      if (!(await files.sendLate(created.number))) showAlert('error', shared.ticket['upload-failed']())
      if (created.nextOpening) showAlert('warning', words.form.doneOutOfHours(created.number, created.nextOpening))
      else showAlert('success', words.form.done(created.number))
      onDone()
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
    }
  }

  const fail = (error: unknown) => {
    if (!(error instanceof CallFailed)) return showAlert('error', shared.ticket['create-failed']())
    if (error.code === 'no-session') return
    showAlert(
      'error',
      error.status !== null && error.status >= 500 ? shared.ticket['create-failed']() : sentenceOf(error),
    )
    if ('installation' in error.fields || 'company' in error.fields) return onLeave()
    setRefused(error.fields)
    focusFirstProblem(form)
  }

  return {
    draft,
    change: (part) => {
      setDraft((before) => fitting({ ...before, ...part }, modules))
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    },
    modules: modulesOf(draft, modules),
    files,
    problemOf: (field) => refused[field] ?? sentenceFor(field),
    needsLength: flags.checkLength,
    changed: !done && (files.list.length > 0 || differs(draft, initial)),
    sending,
    form,
    submit,
  }
}

function initialDraft(
  account: Account,
  modules: readonly Module[],
  technical: boolean,
  related: RelatedTicket | undefined,
): TicketDraft {
  const prefill = entryPrefill()
  const program = related?.module ?? prefill.module ?? account.program?.module
  const draft: TicketDraft = {
    ...emptyDraft({ ...account, company: companyOf(account) }),
    ...(prefill.contactName && { contactName: prefill.contactName }),
    ...(prefill.email && { email: prefill.email }),
    ...(prefill.phone && { phone: prefill.phone }),
    area: related?.area ?? (technical ? 'technical' : 'main'),
  }
  const module = modulesOf(draft, modules).find(({ name }) => name.toLowerCase() === program?.toLowerCase())
  return { ...draft, module: module?.number ?? null }
}

/** The session's company or, where the session has to be told, the one that the link came from. */
const companyOf = (account: Account): string | null => account.company ?? entryPrefill().company ?? null

/** Soporte Técnico has no modules of its own: its requests are about those of the main application. */
const modulesOf = ({ area }: TicketDraft, modules: readonly Module[]): readonly Module[] =>
  modules.filter((module) => module.area === (area === 'technical' ? 'main' : area))

/** A module of another application cannot stay chosen. */
const fitting = (draft: TicketDraft, modules: readonly Module[]): TicketDraft =>
  modulesOf(draft, modules).some(({ number }) => number === draft.module) ? draft : { ...draft, module: null }

const differs = (one: TicketDraft, other: TicketDraft): boolean =>
  Object.entries(one).some(([field, value]) => value !== Object.entries(other).find(([name]) => name === field)?.[1])

/** After the next drawing, when the fields say what is wrong with them. */
function focusFirstProblem(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem] button')?.focus(),
  )
}
