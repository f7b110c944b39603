import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '#domain/account.ts'
import { type DraftFlags, missingForCreation } from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { useConfiguration } from '../session/configuration.ts'
import {
  type Company,
  type Module,
  type Prefill,
  companiesQuery,
  modulesQuery,
  prefillQuery,
} from '../tickets/ticket-queries.ts'
import { type SavedDraft, useSavedDraft } from '../tickets/use-kept-draft.ts'

/** The data that must be loaded before the form can be filled in. */
export interface FormNeeds {
  readonly account: Account
  readonly prefill: Prefill
  readonly modules: readonly Module[]
  readonly flags: DraftFlags
  /** The companies to choose from; empty if the company is known. */
  readonly companies: readonly Company[]
  /** The name of the company in the session; null if it is not known. */
  readonly companyName: string | null
  /** The draft from the last time. */
  readonly saved: SavedDraft | null
}

/** Loads this data. A person who may not create tickets is told so and sent away (spec §4, Creating a ticket). */
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
  const companies = useQuery({ ...companiesQuery, enabled: account.installation !== null })
  const company = asksCompany && !companies.data?.length ? null : 'known'
  const missing = asksCompany && !companies.data ? null : missingForCreation({ ...account, company })
  const leave = useRef(onLeave)
  useEffect(() => {
    if (!missing) return
    showAlert('error', shared.ticket[missing]())
    leave.current()
  }, [missing, shared])

  // Kept once loaded, because typed text must outlive every cache.
  const [needs, setNeeds] = useState<FormNeeds | null>(null)
  // If the list cannot be read, a known company shows its code instead of its name.
  const isReady = missing === null && (asksCompany ? companies.data : !companies.isLoading)
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
      companyName: companies.data?.find(({ code }) => code === account.company)?.name || null,
      saved: draft.saved,
    })

  const queries = [modules, prefill, ...(asksCompany ? [companies] : [])]
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
