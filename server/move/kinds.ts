import { LINES } from './lines.ts'

/** A kind of record of the neutral format (docs/move.md): a file of JSON lines, each of them a row of a table. */
export interface Kind {
  /** The file's name, without `.jsonl`. */
  readonly name: string
  readonly table: string
  /** The fields of its lines (`lines.ts`) in their order, by the names of their columns. */
  readonly columns: readonly string[]
  /**
   * Columns that no export holds: secrets, marks of what somebody has seen, and values that follow from the rest of the
   * record.
   */
  readonly omitted?: readonly string[]
  /** The columns of the order. For every client's own kind the first one is the client's. */
  readonly order: readonly string[]
  readonly where?: string
  /** How to find the rows of a client, for kinds that belong to none. Without it, all rows are in each export. */
  readonly ofClient?: (client: bigint) => string
}

const REVISION = ['revision'] as const

/** In the order that an import needs: everything that a record refers to comes before it. */
export const KINDS: readonly Kind[] = [
  kind('modules', 'module', { order: 'number', omitted: REVISION }),
  kind('technicians', 'technician', {
    order: 'username',
    omitted: words(
      `password_hash second_factor_exempt totp_secret totp_confirmed totp_used_step subject issuer silenced unmailed came_after_entry
      email_changed_at email_refusal email_refused_at`,
    ),
    ofClient: (client) => `username in (
      select assignee from ticket where client_id = ${client} union select noted_by from ticket where client_id = ${client}
      union select username from entry where client_id = ${client}
      union select username from internal_note where client_id = ${client}
      union select username from attachment where client_id = ${client}
      union select username from valuation_event where client_id = ${client})`,
  }),
  kind('clients', 'client', {
    order: 'client_id',
    omitted: words('folded_name folded_email revision'),
  }),
  kind('installations', 'installation', {
    order: 'client_id code',
    omitted: words('folded revision'),
  }),
  kind('companies', 'company', {
    order: 'client_id installation_code code',
    omitted: REVISION,
  }),
  kind('contacts', 'contact', {
    order: 'client_id contact_id',
    omitted: words('folded revision'),
  }),
  kind('contact-installations', 'contact_installation', {
    order: 'client_id contact_id installation_code',
  }),
  kind('contact-companies', 'contact_company', {
    order: 'client_id contact_id installation_code company_code',
  }),
  kind('log-ins', 'credential', {
    order: 'client_id contact_id',
    omitted: words(
      'folded_username password_hash set_by_link_at totp_secret totp_confirmed totp_used_step second_factor_reset_at',
    ),
  }),
  kind('persons', 'person', {
    order: 'client_id person_id',
    omitted: ['came_after_entry'],
  }),
  kind('mail-choices', 'mail_address', {
    order: 'client_id email',
  }),
  // Problems of the product stay with this portal.
  kind('incidents', 'incident', { order: 'client_id number', omitted: ['problem_id'] }),
  kind('incident-claims', 'incident_claim', {
    order: 'client_id incident_number sequence',
  }),
  kind('developments', 'development', { order: 'client_id number' }),
  kind('tickets', 'ticket', {
    order: 'client_id number',
    omitted: words('limited_session_id newest_answer newest_said seen_by_assignee'),
  }),
  // Quoted words stay with the mails, and promises with their figures: neither is exported.
  kind('entries', 'entry', { order: 'client_id entry_id', omitted: ['quoted', 'promised_at'] }),
  kind('internal-notes', 'internal_note', {
    order: 'client_id note_id',
  }),
  kind('incident-tickets', 'incident_ticket', {
    order: 'client_id incident_number ticket_number',
  }),
  kind('development-tickets', 'development_ticket', {
    order: 'client_id development_number ticket_number',
  }),
  kind('valuations', 'valuation', { order: 'client_id number', omitted: ['said'] }),
  kind('valuation-events', 'valuation_event', { order: 'client_id event_id' }),
  kind('work-events', 'work_event', { order: 'client_id event_id' }),
  kind('data-change-requests', 'data_change_request', {
    order: 'client_id request_id',
  }),
  kind('files', 'attachment', {
    order: 'client_id sequence',
    omitted: ['session_id'],
    // Files that nobody has sent yet belong to a draft.
    where: 'num_nonnulls(ticket_number, incident_number, development_number) = 1',
  }),
]

/** Tables that no export holds anything of. */
export const NOT_EXPORTED = {
  secrets: words('signing_key api_key webhook recovery_code credential_recovery_code draft_key'),
  entering: words(
    `session technician_session used_entry failed_login forgotten_password identity_request password_link password_link_request
      technician_link technician_mail technician_new_address contact_new_address mail_code ticket_code`,
  ),
  unsent: words('draft answer_draft'),
  passing: words(
    `console_open event file_scan idempotency technician_idempotency job_clock mail mail_cursor mailbox notification notification_cursor presence
      seen_by_person seen_by_technician webhook_delivery`,
  ),
  computed: words('module_pace place_change queue_total search_place search_word tally'),
  ofThisPortal: words(
    `audit canned_answer dismissed_likeness migration notice notice_change office_calendar product_problem product_problem_date product_problem_mark provider provider_picture report_reader mailed_report saved_view setting_change store_identity`,
  ),
  besideTickets: words('conversation conversation_turn received_mail'),
} as const

/** The column that a field of the format is called after. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The name of a field in the format. */
export const fieldOf = (column: string): string =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

function kind(
  name: keyof typeof LINES,
  table: string,
  { order, ...rest }: { readonly order: string } & Pick<Kind, 'omitted' | 'where' | 'ofClient'>,
): Kind {
  return { name, table, columns: Object.keys(LINES[name].shape).map(columnOf), order: words(order), ...rest }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
