/** A kind of record of the neutral format (docs/move.md): a file of JSON lines, each of them a row of a table. */
export interface Kind {
  /** The file's name, without `.jsonl`. */
  readonly name: string
  readonly table: string
  /** The fields in their order, by the names of their columns. */
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
  kind('modules', 'module', 'number name area topic listed', { order: 'number', omitted: REVISION }),
  kind('technicians', 'technician', 'username name role active email of_key', {
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
  kind('clients', 'client', 'client_id name email areas active second_factor_required', {
    order: 'client_id',
    omitted: REVISION,
  }),
  kind('installations', 'installation', 'client_id code version entry_mode active', {
    order: 'client_id code',
    omitted: REVISION,
  }),
  kind('companies', 'company', 'client_id installation_code code name active', {
    order: 'client_id installation_code code',
    omitted: REVISION,
  }),
  kind('contacts', 'contact', 'client_id contact_id name email phone visibility active entered_at email_changed_at', {
    order: 'client_id contact_id',
    omitted: REVISION,
  }),
  kind('contact-installations', 'contact_installation', 'client_id contact_id installation_code', {
    order: 'client_id contact_id installation_code',
  }),
  kind('contact-companies', 'contact_company', 'client_id contact_id installation_code company_code', {
    order: 'client_id contact_id installation_code company_code',
  }),
  kind('log-ins', 'credential', 'client_id contact_id username', {
    order: 'client_id contact_id',
    omitted: words('password_hash set_by_link_at totp_secret totp_confirmed totp_used_step second_factor_reset_at'),
  }),
  kind('persons', 'person', 'client_id person_id installation_code source login name named', {
    order: 'client_id person_id',
    omitted: ['came_after_entry'],
  }),
  kind('mail-choices', 'mail_address', 'client_id email language choice refused_at refusal', {
    order: 'client_id email',
  }),
  kind(
    'incidents',
    'incident',
    `client_id number installation_code state situation title department sprint planned_delivery created_at state_at version
      validation delivered_on planned_test test_installed_on planned_production production_installed_on`,
    // Problems of the product stay with this portal.
    { order: 'client_id number', omitted: ['problem_id'] },
  ),
  kind('incident-claims', 'incident_claim', 'client_id incident_number sequence at author person_id', {
    order: 'client_id incident_number sequence',
  }),
  kind(
    'developments',
    'development',
    `client_id number installation_code budget state title created_at requested_on planned_delivery person_id contact_id version
      validation state_at delivered_on planned_test test_installed_on planned_production production_installed_on`,
    { order: 'client_id number' },
  ),
  kind(
    'tickets',
    'ticket',
    `client_id number installation_code company_code person_id contact_id area kind custom_development module_number title
      contact_name email urgency phone_assistance phone call_window version origin from_assistant related_ticket raised_by behalf
      technician created_at state accepted rating last_entry_kind last_entry_at closed_at last_claim_at claims_in_a_row
      blocking_incident assignee due_at silent_acceptance_at accepted_by_silence silence_warned_for first_warned_at last_warned_at
      merged_into noted_by call_minutes called_back_at valuation_number`,
    { order: 'client_id number', omitted: ['limited_session_id', 'newest_answer'] },
  ),
  kind(
    'entries',
    'entry',
    `client_id entry_id ticket_number number kind closes text author behalf origin transcribed person_id at recipient
      original_text username generated`,
    // Quoted words stay with the mails, and promises with their figures: neither is exported.
    { order: 'client_id entry_id', omitted: ['quoted', 'promised_at'] },
  ),
  kind('internal-notes', 'internal_note', 'client_id note_id ticket_number username text at', {
    order: 'client_id note_id',
  }),
  kind('incident-tickets', 'incident_ticket', 'client_id incident_number ticket_number', {
    order: 'client_id incident_number ticket_number',
  }),
  kind('development-tickets', 'development_ticket', 'client_id development_number ticket_number', {
    order: 'client_id development_number ticket_number',
  }),
  kind(
    'valuations',
    'valuation',
    `client_id number description created_on ticket_number development_number decision decided_by decided_at decision_text
      closed_at version lines valid_until`,
    { order: 'client_id number', omitted: ['said'] },
  ),
  kind(
    'valuation-events',
    'valuation_event',
    'client_id event_id valuation_number kind version description lines valid_until text author username at',
    { order: 'client_id event_id' },
  ),
  kind(
    'work-events',
    'work_event',
    'client_id event_id incident_number development_number kind from_value to_value reason author at',
    { order: 'client_id event_id' },
  ),
  kind(
    'data-change-requests',
    'data_change_request',
    'client_id request_id person_id contact_id text requested_at handled_at handled_by',
    {
      order: 'client_id request_id',
    },
  ),
  kind(
    'files',
    'attachment',
    `client_id sequence attachment_id person_id username ticket_number entry_id incident_number development_number name mime bytes
      sha256 added_at`,
    {
      order: 'client_id sequence',
      omitted: ['session_id'],
      // Files that nobody has sent yet belong to a draft.
      where: 'num_nonnulls(ticket_number, incident_number, development_number) = 1',
    },
  ),
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

/** The name of a field in the format. */
export const fieldOf = (column: string): string =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

function kind(
  name: string,
  table: string,
  columns: string,
  { order, ...rest }: { readonly order: string } & Pick<Kind, 'omitted' | 'where' | 'ofClient'>,
): Kind {
  return { name, table, columns: words(columns), order: words(order), ...rest }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
