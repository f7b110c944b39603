import type pg from 'pg'
import { LEFT_OUT } from '../db/backup-role.ts'

/** Tables without a client, and why. */
const WITHOUT_CLIENT = {
  migration: 'what the schema is',
  failed_login: 'the user that was tried may not exist',
  technician: "the provider's",
  technician_link: "the provider's",
  identity_request: "the provider's",
  technician_session: "the provider's",
  technician_idempotency: "the provider's",
  technician_mail: "the provider's",
  technician_new_address: "the provider's",
  console_open: "the provider's",
  recovery_code: "the provider's",
  api_key: "the provider's",
  module_pace: 'of all clients together, and of 20 tickets at least',
  queue_total: 'of all clients together, for technicians alone',
  notification: "the provider's, of a record by its number",
  notification_cursor: "the provider's",
  webhook: "the provider's",
  webhook_delivery: "the provider's, of what happened; it says of which client",
  canned_answer: "the provider's",
  saved_view: "the provider's",
  notice: "the provider's",
  product_problem: "the provider's: customers reach the published ones",
  product_problem_date: "the provider's",
  module: "the provider's",
  office_calendar: "the provider's",
  provider: "the provider's",
  provider_picture: "the provider's",
  notice_change: "the provider's",
  setting_change: "the provider's",
  job_clock: 'whether the jobs trust the clock',
  mail_cursor: 'up to which event mails were made',
  forgotten_password: 'what was typed at a login, sealed: whoever it names may not exist',
  file_scan: 'files of the store, by random ids, that may not be handed out',
  mailbox: 'how far the mailbox has been read',
  received_mail: "the provider's: whose a mail is, is proposed until somebody has decided",
  store_identity: 'which folder of files this database goes with',
  audit: "the provider's, of what was done and read; it says of which client, where there is one",
} as const

/** Technicians' records about clients that no customer may see: portal_app has no right to them. */
const OF_STAFF = [
  'answer_draft',
  'contact_new_address',
  'dismissed_likeness',
  'internal_note',
  'mailed_report',
  'password_link_request',
  'presence',
  'seen_by_technician',
] as const

/** Unique indexes across clients, each with the fact that a violation reveals, and to whom. */
const ACROSS_CLIENTS = {
  installation_code_key: 'a link without a signature carries the code alone; written by the provider only',
  signing_key_kid_key: 'a signed entry carries the key id alone; written by the provider only',
  credential_username_key: 'a log-in carries the user name alone; written by the provider only',
  password_link_username_key: 'the user name of the credential to be; written by the provider only',
  password_link_token_hash_key: '256 random bits',
  contact_new_address_token_hash_key: '256 random bits',
  session_token_hash_key: '256 random bits',
  attachment_attachment_id_key: '144 random bits',
  mail_message_name_key: '122 random bits',
} as const

/** The look-ups that precede a known client, the doors; each is a function. */
const DOORS = [
  'door_clients',
  'door_installation',
  'door_login',
  'door_password_link',
  'door_session',
  'door_signing_key',
] as const
/** Tables that the doors read. */
const OPEN_TO_DOORS = [
  'client',
  'contact',
  'contact_installation',
  'credential',
  'installation',
  'password_link',
  'person',
  'session',
  'signing_key',
] as const

/** The rights of the server's role on tables without a client. */
const PRIVILEGES_WITHOUT_CLIENT = {
  failed_login: 'DELETE,INSERT,SELECT',
  notice: 'SELECT',
  module: 'INSERT,SELECT,UPDATE',
  module_pace: 'SELECT',
  provider: 'INSERT,SELECT,UPDATE',
  provider_picture: 'SELECT',
  setting_change: 'SELECT',
  office_calendar: 'INSERT,SELECT,UPDATE',
  migration: 'SELECT',
} as const
const PRIVILEGES_ON_CLIENTS = 'DELETE,INSERT,SELECT,UPDATE'
const SEQUENCES = ['incident_number', 'ticket_number'] as const
/**
 * Rights on single columns. Customers see the names of technicians who answer or receive their claims, and of published
 * problems all but the internal columns.
 */
const COLUMN_PRIVILEGES = [
  'draft.client_id: portal_staff SELECT',
  'draft.person_id: portal_staff SELECT',
  'draft.ticket_number: portal_staff SELECT',
  'draft.ticket_number: portal_staff UPDATE',
  'internal_note.ticket_number: portal_staff UPDATE',
  'product_problem.affected_versions: portal_app SELECT',
  'product_problem.description: portal_app SELECT',
  'product_problem.mended_version: portal_app SELECT',
  'product_problem.modules: portal_app SELECT',
  'product_problem.planned_on: portal_app SELECT',
  'product_problem.problem_id: portal_app SELECT',
  'product_problem.published: portal_app SELECT',
  'product_problem.state: portal_app SELECT',
  'product_problem.stems: portal_app SELECT',
  'product_problem.title: portal_app SELECT',
  'product_problem.title_stems: portal_app SELECT',
  'product_problem.workaround: portal_app SELECT',
  'store_identity.canary: portal_staff UPDATE',
  'technician.active: portal_app SELECT',
  'technician.name: portal_app SELECT',
  'technician.role: portal_app SELECT',
  'technician.username: portal_app SELECT',
] as const

/** Technicians' rights, table by table. Anything missing here is out of their reach. */
const PRIVILEGES_OF_STAFF = {
  answer_draft: 'DELETE,INSERT,SELECT,UPDATE',
  api_key: 'INSERT,SELECT,UPDATE',
  attachment: 'DELETE,INSERT,SELECT,UPDATE',
  audit: 'INSERT,SELECT',
  canned_answer: 'DELETE,INSERT,SELECT,UPDATE',
  saved_view: 'DELETE,INSERT,SELECT,UPDATE',
  client: 'INSERT,SELECT,UPDATE',
  company: 'DELETE,INSERT,SELECT,UPDATE',
  contact: 'INSERT,SELECT,UPDATE',
  contact_company: 'DELETE,INSERT,SELECT,UPDATE',
  contact_installation: 'DELETE,INSERT,SELECT,UPDATE',
  conversation: 'SELECT',
  conversation_turn: 'SELECT',
  contact_new_address: 'DELETE,INSERT,SELECT,UPDATE',
  credential: 'DELETE,INSERT,SELECT,UPDATE',
  credential_recovery_code: 'DELETE,SELECT',
  data_change_request: 'SELECT,UPDATE',
  development: 'INSERT,SELECT,UPDATE',
  development_ticket: 'DELETE,INSERT,SELECT',
  entry: 'INSERT,SELECT,UPDATE',
  event: 'DELETE,INSERT,SELECT',
  failed_login: 'DELETE,INSERT,SELECT',
  file_scan: 'DELETE,INSERT,SELECT,UPDATE',
  forgotten_password: 'DELETE,INSERT,SELECT,UPDATE',
  incident: 'INSERT,SELECT,UPDATE',
  incident_claim: 'SELECT',
  incident_number: 'USAGE',
  incident_ticket: 'DELETE,INSERT,SELECT',
  installation: 'INSERT,SELECT,UPDATE',
  internal_note: 'INSERT,SELECT',
  job_clock: 'SELECT,UPDATE',
  mail: 'DELETE,INSERT,SELECT,UPDATE',
  mail_address: 'INSERT,SELECT,UPDATE',
  dismissed_likeness: 'INSERT,SELECT',
  mail_code: 'DELETE,SELECT',
  ticket_code: 'DELETE,SELECT',
  mail_cursor: 'SELECT,UPDATE',
  mailbox: 'SELECT,UPDATE',
  mailed_report: 'INSERT,SELECT,UPDATE',
  migration: 'SELECT',
  module: 'INSERT,SELECT,UPDATE',
  module_pace: 'DELETE,INSERT,SELECT,UPDATE',
  notice: 'DELETE,INSERT,SELECT,UPDATE',
  notification: 'DELETE,INSERT,SELECT,UPDATE',
  notification_cursor: 'SELECT,UPDATE',
  office_calendar: 'INSERT,SELECT,UPDATE',
  password_link: 'DELETE,INSERT,SELECT,UPDATE',
  password_link_request: 'DELETE,INSERT,SELECT,UPDATE',
  person: 'INSERT,SELECT',
  place_change: 'DELETE,INSERT,SELECT',
  presence: 'DELETE,INSERT,SELECT,UPDATE',
  product_problem: 'INSERT,SELECT,UPDATE',
  product_problem_date: 'INSERT,SELECT',
  product_problem_mark: 'SELECT,UPDATE',
  provider: 'SELECT,UPDATE',
  provider_picture: 'INSERT,SELECT',
  notice_change: 'INSERT,SELECT',
  setting_change: 'INSERT,SELECT',
  queue_total: 'DELETE,INSERT,SELECT,UPDATE',
  received_mail: 'DELETE,INSERT,SELECT,UPDATE',
  recovery_code: 'DELETE,INSERT,SELECT',
  report_reader: 'SELECT',
  seen_by_technician: 'INSERT,SELECT,UPDATE',
  search_place: 'DELETE,INSERT,SELECT',
  search_word: 'DELETE,INSERT,SELECT',
  session: 'DELETE,SELECT',
  signing_key: 'INSERT,SELECT,UPDATE',
  store_identity: 'SELECT',
  tally: 'DELETE,INSERT,SELECT',
  technician: 'INSERT,SELECT,UPDATE',
  technician_idempotency: 'DELETE,INSERT,SELECT,UPDATE',
  identity_request: 'DELETE,INSERT,SELECT,UPDATE',
  technician_link: 'DELETE,INSERT,SELECT,UPDATE',
  technician_mail: 'DELETE,INSERT,SELECT,UPDATE',
  technician_new_address: 'DELETE,INSERT,SELECT,UPDATE',
  console_open: 'INSERT,SELECT,UPDATE',
  technician_session: 'DELETE,INSERT,SELECT,UPDATE',
  ticket: 'INSERT,SELECT,UPDATE',
  ticket_number: 'USAGE',
  valuation: 'INSERT,SELECT,UPDATE',
  valuation_event: 'INSERT,SELECT',
  valuation_number: 'USAGE',
  webhook: 'DELETE,INSERT,SELECT,UPDATE',
  webhook_delivery: 'DELETE,INSERT,SELECT,UPDATE',
  work_event: 'INSERT,SELECT',
  // By column, below.
  draft: null,
} as const

/** The condition of `protect` in the migrations, as PostgreSQL prints it. */
const OWN_CLIENT = `(client_id = ( SELECT (NULLIF(current_setting('app.client'::text, true), ''::text))::bigint AS "nullif"))`

/** The schema's relations without those of pg-boss, and which of them hold clients' rows. */
const RELATIONS = `
  with relation as (
    select c.oid, c.relname, c.relkind, c.relowner, c.relacl, c.reloptions, c.relrowsecurity, c.relforcerowsecurity,
      (select a.attnum from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped and c.relname <> 'audit') as client_column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'jobs') and n.nspname not like 'pg\\_%'
  ), tenant as (select * from relation where relkind in ('r', 'p') and client_column is not null)`

interface Rule {
  readonly statement: string
  readonly values?: readonly unknown[]
}

/** Each statement returns a row `problem` for every breach. */
const RULES: readonly Rule[] = [
  {
    statement: `${RELATIONS} select relname || ' has no client and is not on the list' as problem from relation
      where relkind in ('r', 'p', 'f') and client_column is null and relname <> all ($1)`,
    values: [Object.keys(WITHOUT_CLIENT)],
  },
  {
    statement: `${RELATIONS} select relname || ': row level security is not on for everybody' as problem from tenant
      where not (relrowsecurity and relforcerowsecurity)`,
  },
  {
    statement: `${RELATIONS} select relname || ' has no policy own_client' as problem from tenant
      where relname <> all ($1)
        and not exists (select from pg_policy p where p.polrelid = tenant.oid and p.polname = 'own_client')`,
    values: [OF_STAFF],
  },
  {
    statement: `${RELATIONS} select relname || ': policy ' || polname || ' is not one of the five' as problem
      from relation join pg_policy p on p.polrelid = relation.oid
      where not (polname = 'own_client' and polpermissive and polcmd = '*' and polroles = array['portal_app'::regrole::oid]
          and pg_get_expr(polqual, polrelid) = $1 and coalesce(pg_get_expr(polwithcheck, polrelid), '') = $1
          and relname <> all ($3))
        and not (polname = 'staff' and polpermissive and polcmd = '*' and polroles = array['portal_staff'::regrole::oid]
          and pg_get_expr(polqual, polrelid) = 'true' and pg_get_expr(polwithcheck, polrelid) = 'true'
          and relname = any ($4))
        and not (polname = 'doors' and polpermissive and polcmd = 'r' and polroles = array['portal_door'::regrole::oid]
          and pg_get_expr(polqual, polrelid) = 'true' and relname = any ($2))
        and not (polname = 'backup' and polpermissive and polcmd = 'r' and polroles = array['portal_backup'::regrole::oid]
          and pg_get_expr(polqual, polrelid) = 'true' and relname <> all ($5))
        and not (polname = 'published' and polpermissive and polcmd = 'r' and polroles = array['portal_app'::regrole::oid]
          and pg_get_expr(polqual, polrelid) = 'published' and relname = 'product_problem')`,
    values: [OWN_CLIENT, OPEN_TO_DOORS, OF_STAFF, Object.keys(PRIVILEGES_OF_STAFF), Object.keys(LEFT_OUT)],
  },
  {
    statement: `${RELATIONS} select relname || ': client_id may be null or does not lead the primary key' as problem
      from tenant where not exists (
        select from pg_attribute a join pg_index i on i.indrelid = a.attrelid
        where a.attrelid = tenant.oid and a.attnum = client_column and a.attnotnull and i.indisprimary
          and i.indkey[0] = client_column)`,
  },
  {
    statement: `${RELATIONS} select f.conname || ' leads from one client to another' as problem
      from pg_constraint f join tenant t on t.oid = f.conrelid join tenant r on r.oid = f.confrelid
      where f.contype = 'f' and not exists (
        select from unnest(f.conkey, f.confkey) as pair (own, referenced)
        where own = t.client_column and referenced = r.client_column)`,
  },
  {
    // Such a reference would change the referring column alone, and leave its client.
    statement: `${RELATIONS} select f.conname || ' changes rows by itself' as problem
      from pg_constraint f join tenant t on t.oid = f.conrelid
      where f.contype = 'f' and (f.confupdtype, f.confdeltype) <> ('a', 'a')`,
  },
  {
    statement: `${RELATIONS} select t.relname || '.' || a.attname || ' names a record of its client without a foreign key' as problem
      from tenant t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where a.attname ~ '_(id|number|code)$|^kid$' and a.attname <> all ($1)
        and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary
          and i.indkey[i.indnkeyatts - 1] = a.attnum
          and not exists (select from pg_constraint f where f.conrelid = t.oid and f.contype = 'f' and a.attnum = any (f.conkey)))
        and not exists (select from pg_constraint f where f.conrelid = t.oid and f.contype = 'f' and a.attnum = any (f.conkey))`,
    values: [['client_id', 'session_id', 'limited_session_id']],
  },
  {
    statement: `${RELATIONS} select i.indexrelid::regclass || ' is unique across clients' as problem
      from pg_index i join tenant t on t.oid = i.indrelid
      where i.indisunique and t.client_column <> all (i.indkey::int2[]) and i.indexrelid::regclass::text <> all ($1)`,
    values: [Object.keys(ACROSS_CLIENTS)],
  },
  {
    statement: `${RELATIONS} select relname || ' reads as its owner' as problem from relation
      where relkind = 'm' or relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false)`,
  },
  // How a door's statement is planned opens nothing.
  {
    statement: `select p.oid::regprocedure || ' runs as its owner' as problem from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and p.prosecdef and not (
        p.proname = any ($1) and p.proowner = 'portal_door'::regrole
        and array(select c from unnest(p.proconfig) c where c not in ('plan_cache_mode=force_generic_plan', 'enable_hashjoin=off', 'enable_seqscan=off'))
          = array['search_path=pg_catalog, public, pg_temp']
        and p.proacl is not null and not exists (
          select from aclexplode(p.proacl) a where a.grantee not in ('portal_app'::regrole, 'portal_door'::regrole)))`,
    values: [DOORS],
  },
  {
    statement: `select door || ' is not there as a door' as problem from unnest($1::text[]) door
      where not exists (select from pg_proc p where p.proname = door and p.prosecdef)`,
    values: [DOORS],
  },
  {
    statement: `${RELATIONS}, wanted as (
        select relname, case
          when relkind = 'S' then case when relname = any ($3) then 'USAGE' end
          when relname = any ($4) then null
          when client_column is not null then $2
          else $1::jsonb ->> relname::text end as privileges
        from relation where relkind in ('r', 'p', 'S', 'v', 'f')
      ), granted as (
        select r.relname, (select string_agg(a.privilege_type, ',' order by a.privilege_type)
          from aclexplode(r.relacl) a where a.grantee in ('portal_app'::regrole, 0)) as privileges
        from relation r
      )
      select relname || ': portal_app may ' || coalesce(g.privileges, 'nothing') || ', not ' || coalesce(w.privileges, 'nothing') as problem
      from wanted w join granted g using (relname) where w.privileges is distinct from g.privileges`,
    values: [JSON.stringify(PRIVILEGES_WITHOUT_CLIENT), PRIVILEGES_ON_CLIENTS, SEQUENCES, OF_STAFF],
  },
  {
    statement: `${RELATIONS}, granted as (
        select r.relname, (select string_agg(a.privilege_type, ',' order by a.privilege_type)
          from aclexplode(r.relacl) a where a.grantee = 'portal_staff'::regrole) as privileges
        from relation r where relkind in ('r', 'p', 'S', 'v', 'f')
      )
      select relname || ': portal_staff may ' || coalesce(privileges, 'nothing') || ', not '
        || coalesce($1::jsonb ->> relname::text, 'nothing') as problem
      from granted where privileges is distinct from $1::jsonb ->> relname::text`,
    values: [JSON.stringify(PRIVILEGES_OF_STAFF)],
  },
  {
    statement: `${RELATIONS} select relname || ': portal_door may ' || a.privilege_type as problem
      from relation, aclexplode(relacl) a
      where a.grantee = 'portal_door'::regrole and not (a.privilege_type = 'SELECT' and relname = any ($1))`,
    values: [OPEN_TO_DOORS],
  },
  {
    // A backup that read too little would not notice.
    statement: `${RELATIONS}, granted as (
        select relname, (select string_agg(a.privilege_type, ',' order by a.privilege_type)
          from aclexplode(relacl) a where a.grantee = 'portal_backup'::regrole) as privileges
        from relation where relkind in ('r', 'p', 'S', 'v', 'f')
      )
      select relname || ': portal_backup may ' || coalesce(privileges, 'nothing') as problem
      from granted where privileges is distinct from case when relname <> all ($1) then 'SELECT' end
      union all
      select relname || ' has no policy backup' from tenant
      where relname <> all ($1)
        and not exists (select from pg_policy p where p.polrelid = tenant.oid and p.polname = 'backup')`,
    values: [Object.keys(LEFT_OUT)],
  },
  {
    statement: `${RELATIONS} select p.column_privilege || ': a privilege of its own' as problem from (
        select relname || '.' || attname || ': ' || c.grantee::regrole || ' ' || c.privilege_type as column_privilege
        from relation join pg_attribute a on a.attrelid = relation.oid, aclexplode(a.attacl) c) p
      where p.column_privilege <> all ($1)`,
    values: [COLUMN_PRIVILEGES],
  },
  {
    statement: `select rolname || ' is more than it needs to be' as problem from pg_roles r
      where rolname in ('portal_app', 'portal_staff', 'portal_door', 'portal_jobs', 'portal_backup') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb
        or rolreplication or rolcanlogin or exists (select from pg_auth_members m where m.member = r.oid))`,
  },
  {
    statement: `${RELATIONS} select relname || ' belongs to ' || relowner::regrole as problem from relation
      where relowner in ('portal_app'::regrole, 'portal_staff'::regrole, 'portal_door'::regrole, 'portal_jobs'::regrole,
        'portal_backup'::regrole)`,
  },
  {
    statement: `select nspname || ': ' || r.rolname || ' may create in it' as problem
      from pg_namespace n, pg_roles r
      where r.rolname in ('portal_app', 'portal_staff', 'portal_door', 'portal_jobs', 'portal_backup') and n.nspname in ('public', 'jobs')
        and has_schema_privilege(r.oid, n.oid, 'CREATE')`,
  },
  {
    // The roles of the jobs and of the server have no rights on each other's tables.
    statement: `select c.oid::regclass || ': ' || coalesce(g.rolname, 'everybody') || ' may ' || a.privilege_type as problem
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
      left join pg_roles g on g.oid = a.grantee
      where n.nspname not in ('pg_catalog', 'information_schema') and a.grantee <> c.relowner
        and (n.nspname = 'jobs') <> (a.grantee = 'portal_jobs'::regrole)`,
  },
]

/** The faults of the schema that would let one client reach another; an empty list means none. */
export async function catalogueProblems(owner: pg.Client): Promise<string[]> {
  const problems: string[] = []
  for (const { statement, values = [] } of RULES) {
    const { rows } = await owner.query<{ problem: string }>(statement, [...values])
    problems.push(...rows.map(({ problem }) => problem))
  }
  return problems
}

/** The tables with clients' rows; those for technicians alone are listed apart. */
export async function tenantTables(owner: pg.Client): Promise<{ customers: string[]; staff: string[] }> {
  const { rows } = await owner.query<{ relname: string }>(
    `${RELATIONS} select relname::text from tenant order by relname`,
  )
  const tables = rows.map(({ relname }) => relname)
  const ofStaff = (table: string) => OF_STAFF.some((name) => name === table)
  return { customers: tables.filter((table) => !ofStaff(table)), staff: tables.filter(ofStaff) }
}
