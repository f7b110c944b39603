import type { Account } from '#domain/account.ts'
import { isAreaOffered, isModuleOf } from '#domain/ticket-subject.ts'
import { type TicketDraft, emptyDraft } from '#domain/ticket-draft.ts'
import type { Company, Module, Prefill, TicketMessage } from '../tickets/ticket-queries.ts'
import type { DraftContent } from '../tickets/use-kept-draft.ts'

export type RelatedTicket = Pick<TicketMessage, 'number' | 'area' | 'module'>

interface Beginning {
  readonly account: Account
  /** Undefined until it is known. */
  readonly prefill: Prefill | undefined
  readonly modules: readonly Module[]
  readonly technical: boolean
  readonly related: RelatedTicket | undefined
}

/** The form before any input, filled in from the link and the session. */
export function initialDraft({ account, prefill, modules, technical, related }: Beginning): TicketDraft {
  const program = related?.module ?? account.program?.module
  const draft: TicketDraft = {
    ...emptyDraft(account),
    ...(prefill?.contactName && { contactName: prefill.contactName }),
    ...(prefill?.email && { email: prefill.email }),
    ...(prefill?.phone && { phone: prefill.phone }),
    area: related?.area ?? (technical ? 'technical' : 'main'),
  }
  const module = modulesOf(draft, modules).find(({ name }) => name.toLowerCase() === program?.toLowerCase())
  return { ...draft, module: module?.number ?? null }
}

/** A draft's copy of the form: all choices and texts, and the program that the person came from. */
export const contentOf = (
  { installation: _session, version: _product, files: _count, ...typed }: TicketDraft,
  relatedTicket: number | null,
): DraftContent => ({ ...typed, relatedTicket })

/** The form as it was left, as far as that is still valid. A request to Soporte Técnico stays one, whatever the draft was for. */
export function resumedDraft(
  initial: TicketDraft,
  content: DraftContent,
  { account, modules, companies }: Pick<Beginning, 'account' | 'modules'> & { companies: readonly Company[] },
): TicketDraft {
  const area = initial.area === 'technical' ? initial.area : content.area
  const isOffered = area && (area === 'main' || isAreaOffered(area, account.areas))
  return fitting(
    {
      ...initial,
      area: isOffered ? area : 'main',
      kind: content.kind ?? initial.kind,
      customDevelopment: content.customDevelopment ?? initial.customDevelopment,
      module: content.module ?? null,
      title: content.title ?? '',
      text: content.text ?? '',
      contactName: content.contactName ?? initial.contactName,
      email: content.email ?? initial.email,
      urgency: content.urgency ?? initial.urgency,
      phoneAssistance: content.phoneAssistance ?? initial.phoneAssistance,
      phone: content.phone ?? initial.phone,
      callWindow: content.callWindow ?? '',
      company: companies.find(({ code }) => code === content.company)?.code ?? initial.company,
      origin: content.origin ?? initial.origin,
    },
    modules,
  )
}

/** Soporte Técnico has no modules of its own: its requests concern those of the main application, if the client has it. */
export function modulesOf({ area }: TicketDraft, modules: readonly Module[]): readonly Module[] {
  if (area !== 'technical') return modules.filter((module) => isModuleOf(area, module))
  const main = modules.filter((module) => module.area === 'main')
  return main.length > 0 ? main : modules
}

/** A module of another application is deselected. */
export const fitting = (draft: TicketDraft, modules: readonly Module[]): TicketDraft =>
  modulesOf(draft, modules).some(({ number }) => number === draft.module) ? draft : { ...draft, module: null }
