import { expect, onTestFinished, test } from 'vitest'
import { CLOCK_DOUBTS } from '#contract/console/jobs.ts'
import { NOTIFICATION_KINDS } from '#contract/console/notifications.ts'
import { DELIVERY_STATES } from '#contract/console/webhooks.ts'
import { MAILBOX_TROUBLES } from '#domain/mail/mailbox-trouble.ts'
import { RECEIVED_REASONS, RECEIVED_STATES, SENDER_PROOFS } from '#domain/mail/received-mail.ts'
import { CLIENT_AREAS, ENTRY_MODES, PERSON_SOURCES, SIGNING_ALGORITHMS, VISIBILITIES } from '#domain/account.ts'
import { EVIDENCE_VERDICTS, EXCHANGE_STATES, OUTCOMES, WORDED_BY } from '#domain/conversation.ts'
import { DEVELOPMENT_STATES } from '#domain/development.ts'
import { EVENT_ACTORS, EVENT_KINDS, EVENT_SUBJECTS } from '#contract/event.ts'
import { SCAN_STATES } from '#domain/files/scan-state.ts'
import { INCIDENT_STATES } from '#domain/incident.ts'
import { MAIL_CHOICES } from '#domain/personal-data.ts'
import { MAIL_KINDS, MAIL_STATES, MAIL_SUBJECTS, TECHNICIAN_MAIL_KINDS } from '#contract/mail.ts'
import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { SETTING_GROUPS } from '#domain/settings.ts'
import { LOGO_TYPES } from '../provider-settings.ts'
import { KEY_SCOPES, TECHNICIAN_ROLES } from '#domain/technician.ts'
import {
  AREAS,
  ENTRY_KINDS,
  MESSAGES,
  TICKET_KINDS,
  TICKET_STATES,
  afterEntry,
  openingStanding,
} from '#domain/ticket.ts'
import { ANY_URGENCIES, URGENCIES, mayBeChosen } from '#domain/urgency.ts'
import { DECISIONS, VALUATION_EVENTS } from '#domain/valuation/valuation.ts'
import { VALIDATIONS, WORK_EVENTS } from '#domain/work.ts'
import { TALLIED } from '../scope/scope.ts'
import { SEARCH_PLACES } from '../search/search-store.ts'
import { freshDatabase } from '../testing/fresh-database.ts'

const at = new Date('2026-11-20T09:00:00Z')
/** Whether entries of this kind may have `closes`. */
const mayClose = (kind: (typeof ENTRY_KINDS)[number]) => {
  const stateAfter = (closes: boolean) => afterEntry(openingStanding(at, 'question'), { kind, at, closes }).state
  return stateAfter(true) === 'closed' && stateAfter(false) === 'pending'
}

/** The values that each check of the database allows, by itself or by a function of its own, by the code's lists. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  api_key_scopes_check: KEY_SCOPES,
  client_areas_check: CLIENT_AREAS,
  contact_visibility_check: VISIBILITIES,
  conversation_outcome_check: OUTCOMES,
  conversation_turn_state_check: EXCHANGE_STATES,
  conversation_turn_verdict_check: EVIDENCE_VERDICTS,
  conversation_turn_worded_by_check: WORDED_BY,
  development_state_check: DEVELOPMENT_STATES,
  development_validation_check: VALIDATIONS,
  event_actor_check: EVENT_ACTORS,
  event_kind_check: EVENT_KINDS,
  event_subject_check: EVENT_SUBJECTS,
  entry_closes_check: ENTRY_KINDS.filter(mayClose),
  entry_kind_check: ENTRY_KINDS,
  entry_number_check: MESSAGES,
  incident_state_check: INCIDENT_STATES,
  incident_validation_check: VALIDATIONS,
  installation_entry_mode_check: ENTRY_MODES,
  file_scan_state_check: SCAN_STATES,
  forgotten_password_language_check: ['es', 'en'],
  job_clock_reason_check: CLOCK_DOUBTS,
  mail_address_choice_check: MAIL_CHOICES,
  mail_address_language_check: ['es', 'en'],
  mail_check1: ['queued', 'sending'],
  mail_kind_check: MAIL_KINDS,
  mail_language_check: ['es', 'en'],
  mail_state_check: MAIL_STATES,
  mailbox_trouble_check: MAILBOX_TROUBLES,
  mail_subject_check: MAIL_SUBJECTS,
  module_area_check: CLIENT_AREAS,
  notice_area_check: CLIENT_AREAS,
  notification_kind_check: NOTIFICATION_KINDS,
  notification_subject_check: EVENT_SUBJECTS,
  person_source_check: PERSON_SOURCES,
  provider_picture_type_check: LOGO_TYPES,
  product_problem_state_check: PROBLEM_STATES,
  setting_change_setting_group_check: SETTING_GROUPS,
  received_mail_check1: ['joined', 'raised'],
  received_mail_proof_check: SENDER_PROOFS,
  received_mail_reason_check: RECEIVED_REASONS,
  received_mail_state_check: RECEIVED_STATES,
  signing_key_algorithm_check: SIGNING_ALGORITHMS,
  console_open_language_check: ['es', 'en'],
  tally_what_check: TALLIED,
  technician_mail_check: ['queued', 'sending'],
  technician_mail_kind_check: TECHNICIAN_MAIL_KINDS,
  technician_mail_language_check: ['es', 'en'],
  technician_mail_state_check: MAIL_STATES,
  technician_role_check: TECHNICIAN_ROLES,
  ticket_area_check: AREAS,
  ticket_kind_check: TICKET_KINDS,
  search_place_place_check: [...new Set(Object.values(SEARCH_PLACES).flat())],
  ticket_state_check: TICKET_STATES,
  ticket_urgency_check: ANY_URGENCIES,
  valuation_decision_check: DECISIONS,
  valuation_event_kind_check: VALUATION_EVENTS,
  webhook_delivery_state_check: DELIVERY_STATES,
  work_event_kind_check: WORK_EVENTS,
}

test('every closed set of the database is the same as its set in the code', async () => {
  const { list, drop } = await freshDatabase()
  onTestFinished(drop)
  const checks = await list<[name: string, definition: string]>(
    `select c.conname, coalesce(pg_get_functiondef(d.refobjid), pg_get_constraintdef(c.oid))
    from pg_constraint c left join pg_depend d
      on d.classid = 'pg_constraint'::regclass and d.objid = c.oid and d.refclassid = 'pg_proc'::regclass
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace`,
  )
  const closed = checks.flatMap(([name, definition]) => {
    const words = /(?:ARRAY\[|\bin \()(.*?)[\])]/su.exec(definition)?.[1]
    return words === undefined ? [] : [[name, [...words.matchAll(/'([^']*)'/gu)].map(([, word]) => word)] as const]
  })
  const sorted = (sets: readonly (readonly [string, readonly (string | undefined)[]])[]) =>
    Object.fromEntries(
      sets.map(([name, words]) => [name, words.map(String).toSorted((one, other) => one.localeCompare(other))]),
    )
  expect(sorted(closed)).toEqual(sorted(Object.entries(SETS)))
})

test('lists that the database sorts by urgency have the order of URGENCIES; the letters of old tickets follow', async () => {
  const { list, drop } = await freshDatabase()
  onTestFinished(drop)
  const ranked = await list<[urgency: (typeof ANY_URGENCIES)[number], rank: number | null]>(
    `select urgency, urgency_rank(urgency) from unnest('{${ANY_URGENCIES.join()}}'::text[]) as each (urgency) order by 2`,
  )
  // An urgency without a rank: a migration gives it a number between its neighbours' (0231_rank_of_urgencies.sql).
  expect(ranked.filter(([, rank]) => rank === null)).toEqual([])
  expect(ranked.map(([urgency]) => urgency)).toEqual([
    ...URGENCIES,
    ...ANY_URGENCIES.filter((urgency) => !mayBeChosen(urgency)).toSorted(),
  ])
  expect(new Set(ranked.map(([, rank]) => rank)).size).toBe(ANY_URGENCIES.length)
})
