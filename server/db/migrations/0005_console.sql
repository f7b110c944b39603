-- Technicians act as portal_staff: a role of its own, which reaches every client's rows where a policy lets it, and the
-- provider's own tables, which portal_app cannot read at all.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_staff') then
    create role portal_staff nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  execute format('grant portal_staff to %I', current_user);
end $$;
grant usage on schema public to portal_staff;
grant select on migration, module, office_calendar to portal_staff;
grant usage on sequence ticket_number, incident_number to portal_staff;

-- Lets technicians at a table of all clients.
create procedure open_to_staff(tenant_table regclass, rights text) language plpgsql as $$
begin
  execute format('create policy staff on %s to portal_staff using (true) with check (true)', tenant_table);
  execute format('grant %s on %s to portal_staff', rights, tenant_table);
end $$;
call open_to_staff('client', 'select, insert, update');
call open_to_staff('installation', 'select, insert, update');
call open_to_staff('company', 'select, insert, update, delete');
call open_to_staff('signing_key', 'select, insert, update');
call open_to_staff('contact', 'select, insert, update');
call open_to_staff('contact_installation', 'select, insert, update, delete');
call open_to_staff('contact_company', 'select, insert, update, delete');
call open_to_staff('credential', 'select, insert, update, delete');
call open_to_staff('person', 'select, insert');
call open_to_staff('session', 'select, delete');
call open_to_staff('ticket', 'select, insert, update');
call open_to_staff('entry', 'select, insert, update');
call open_to_staff('incident', 'select, insert, update');
call open_to_staff('incident_ticket', 'select, insert, delete');
call open_to_staff('incident_claim', 'select');
call open_to_staff('development', 'select, insert, update');
call open_to_staff('valuation', 'select, insert, update');
call open_to_staff('attachment', 'select, insert, update, delete');
call open_to_staff('data_change_request', 'select, update');

revoke all on technician from portal_app;
grant select, insert, update on technician to portal_staff;
alter table technician
  add column active boolean not null default true,
  -- Only demo technicians may do without a second factor.
  add column second_factor_exempt boolean not null default false,
  -- The shared secret of the second factor; in force once a code was given back.
  add column totp_secret bytea,
  add column totp_confirmed boolean not null default false,
  -- The 30-second step of the last code that was used: none is good twice.
  add column totp_used_step bigint not null default 0,
  -- Null: enters by the company's identity provider alone, or has not set one yet.
  alter column password_hash drop not null,
  -- Who it is at the company's identity provider: its number there (sub) or its mail address.
  add column subject text unique,
  add check (not totp_confirmed or totp_secret is not null);
-- A customer's transaction needs a technician's name, and who a claim goes to.
grant select (username, name, role, active) on technician to portal_app;
-- Nobody but the demo's could be there so far.
update technician set second_factor_exempt = true;
grant select, insert, delete on failed_login to portal_staff;

-- Single-use links by which a technician sets a password: the first one, or a forgotten one.
create table technician_link (
  username text primary key references technician,
  token_hash bytea not null unique,
  issued_by text not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on technician_link to portal_staff;

create table recovery_code (
  username text not null references technician,
  code_hash bytea not null,
  primary key (username, code_hash)
);
grant select, insert, delete on recovery_code to portal_staff;

create table technician_session (
  session_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  username text not null references technician,
  -- Until the second factor is set up the session can do nothing else.
  enrolling boolean not null,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index technician_session_by_technician on technician_session (username);
grant select, insert, update, delete on technician_session to portal_staff;

create table technician_idempotency (
  username text not null references technician,
  key text not null,
  request_hash bytea not null,
  answer json,
  created_at timestamptz not null,
  primary key (username, key)
);
grant select, insert, update, delete on technician_idempotency to portal_staff;

alter table ticket
  add column assignee text references technician,
  -- Until when Support means to have answered; null while it is not Support's turn.
  add column due_at timestamptz,
  -- When a closed ticket counts as accepted unless its customer says otherwise; null while it cannot.
  add column silent_acceptance_at timestamptz,
  add column accepted_by_silence boolean not null default false,
  -- The ticket that this one's timeline was joined to; its number goes on leading there.
  add column merged_into bigint,
  -- A call noted by a technician: who, and how long it took.
  add column noted_by text references technician,
  add column call_minutes smallint check (call_minutes between 0 and 600),
  -- When somebody called back who had asked for a call.
  add column called_back_at timestamptz,
  add foreign key (client_id, merged_into) references ticket,
  add check (merged_into <> number),
  -- Two timelines that were joined may have more claims after one another than one may get.
  drop constraint ticket_claims_in_a_row_check,
  add check (claims_in_a_row >= 0);
create index ticket_silent on ticket (silent_acceptance_at) where silent_acceptance_at is not null and not accepted;
create index ticket_to_call_back on ticket (created_at, number)
  where phone_assistance and called_back_at is null and not accepted and merged_into is null;

-- The queue: everything open across clients, claims first (the third in a row before all), then what is due soonest.
create function claim_rank(claims_in_a_row smallint) returns int language sql immutable parallel safe as $$
  select case when claims_in_a_row >= 3 then 0 when claims_in_a_row > 0 then 1 else 2 end
$$;
create index ticket_queue on ticket (claim_rank(claims_in_a_row), coalesce(due_at, 'infinity'), last_entry_at, number)
  include (assignee, state, last_entry_kind, blocking_incident, claims_in_a_row, due_at)
  where not accepted and merged_into is null;
create index ticket_queue_of_technician on ticket
  (assignee, claim_rank(claims_in_a_row), coalesce(due_at, 'infinity'), last_entry_at, number)
  where not accepted and merged_into is null;
create index ticket_due on ticket (due_at, number) where due_at is not null;
create index ticket_merged on ticket (client_id, merged_into) where merged_into is not null;
create index ticket_concluded on ticket (last_entry_at desc, number desc) where accepted and merged_into is null;
-- The customers' tabs, without what was joined to another ticket.
drop index ticket_in_progress_of_installation, ticket_in_progress_of_client, ticket_history_of_installation,
  ticket_history_of_client;
create index ticket_in_progress_of_installation on ticket (client_id, installation_code, last_entry_at desc, number desc)
  include (state, last_entry_kind, blocking_incident) where not accepted and merged_into is null;
create index ticket_in_progress_of_client on ticket (client_id, last_entry_at desc, number desc)
  include (state, last_entry_kind, blocking_incident) where not accepted and merged_into is null;
create index ticket_history_of_installation on ticket
  (client_id, installation_code, closed_at desc nulls last, number desc) where accepted and merged_into is null;
create index ticket_history_of_client on ticket (client_id, closed_at desc nulls last, number desc)
  where accepted and merged_into is null;

-- Words by which a text is found: whole and by their stem, without accents or case, and parted where the parser would
-- take several for an address or a path.
create function search_words(said text) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
declare
  plain text := translate(lower(said), 'áéíóúüñàèòïç-/._@', 'aeiouunaeoic     ');
begin
  return to_tsvector('pg_catalog.simple', plain) || to_tsvector('pg_catalog.spanish', plain);
end $$;
create index ticket_by_words on ticket using gin (search_words(title));
create index entry_by_words on entry using gin (search_words(text));
-- A number alone leads to its ticket, whoever's it is.
create index entry_by_number_alone on entry (number) where number is not null;

alter table entry
  -- Who at the provider's a claim went to.
  add column recipient text,
  -- What a transcription said before its customer corrected it.
  add column original_text text,
  -- Who wrote it of the provider's.
  add column username text references technician,
  drop constraint entry_kind_check,
  add constraint entry_kind_check check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection', 'acceptance',
    'withdrawal', 'silence', 'merge'));

-- Files of technicians' answers: a person of the client's sent it, or a technician.
alter table attachment
  alter column person_id drop not null,
  alter column session_id drop not null,
  add column username text references technician,
  add check (num_nonnulls(person_id, username) = 1);

-- Drafts of customers move with a ticket that is joined to another: where they belong, nothing of what they say.
create policy staff on draft to portal_staff using (true) with check (true);
grant select (client_id, person_id, ticket_number), update (ticket_number) on draft to portal_staff;

-- The provider's name and promises, as the settings have them: `seedProviderData` writes them at each start.
create table provider (
  only_one boolean primary key default true check (only_one),
  name text not null,
  promises jsonb not null
);
grant select, insert, update on provider to portal_app;
grant select on provider to portal_staff;

-- What technicians tell each other about a ticket. No right of portal_app's: no customer's call can reach it.
create table internal_note (
  client_id bigint not null,
  note_id bigint generated always as identity,
  ticket_number bigint not null,
  username text not null references technician,
  text text not null,
  at timestamptz not null,
  primary key (client_id, note_id),
  foreign key (client_id, ticket_number) references ticket
);
create index internal_note_by_ticket on internal_note (client_id, ticket_number, at);
alter table internal_note enable row level security;
alter table internal_note force row level security;
call open_to_staff('internal_note', 'select, insert');
grant update (ticket_number) on internal_note to portal_staff;
create index internal_note_by_words on internal_note using gin (search_words(text));

create table canned_answer (
  canned_answer_id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  updated_by text not null references technician,
  updated_at timestamptz not null
);
grant select, insert, update, delete on canned_answer to portal_staff;

-- Who has a ticket open, and whether they write: what a colleague should know before answering too.
create unlogged table presence (
  client_id bigint not null,
  ticket_number bigint not null,
  username text not null references technician,
  writing boolean not null,
  seen_at timestamptz not null,
  primary key (client_id, ticket_number, username),
  foreign key (client_id, ticket_number) references ticket
);
alter table presence enable row level security;
alter table presence force row level security;
call open_to_staff('presence', 'select, insert, update, delete');

-- What a technician has begun to write for a ticket.
create table answer_draft (
  client_id bigint not null,
  ticket_number bigint not null,
  username text not null references technician,
  text text not null,
  files text[] not null default '{}',
  saved_at timestamptz not null,
  primary key (client_id, ticket_number, username),
  foreign key (client_id, ticket_number) references ticket
);
alter table answer_draft enable row level security;
alter table answer_draft force row level security;
call open_to_staff('answer_draft', 'select, insert, update, delete');

-- Every act and every reading of a client's data. Rows are added and read, never changed: nobody has the right.
create table audit (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  username text not null,
  act text not null,
  client_id bigint,
  ticket_number bigint,
  details jsonb not null default '{}'
);
create index audit_by_client on audit (client_id, audit_id desc);
create index audit_by_ticket on audit (ticket_number, audit_id desc);
create index audit_by_technician on audit (username, audit_id desc);
grant select, insert on audit to portal_staff;

-- Where the work stands and stood: states, planned dates with the reason of each change, and what the customer said of
-- what was installed for testing.
create table work_event (
  client_id bigint not null,
  event_id bigint generated always as identity,
  incident_number bigint,
  development_number bigint,
  kind text not null check (kind in ('state', 'planned-delivery', 'validation')),
  from_value text not null default '',
  to_value text not null,
  reason text not null default '',
  author text not null,
  at timestamptz not null,
  primary key (client_id, event_id),
  check (num_nonnulls(incident_number, development_number) = 1),
  foreign key (client_id, incident_number) references incident,
  foreign key (client_id, development_number) references development
);
create index work_event_by_incident on work_event (client_id, incident_number, event_id) where incident_number is not null;
create index work_event_by_development on work_event (client_id, development_number, event_id) where development_number is not null;
call protect('work_event');
call open_to_staff('work_event', 'select, insert');

alter table incident
  add column validation text check (validation in ('validated', 'failed'));
alter table development
  add column validation text check (validation in ('validated', 'failed'));

create table development_ticket (
  client_id bigint not null,
  development_number bigint not null,
  ticket_number bigint not null,
  primary key (client_id, ticket_number, development_number),
  foreign key (client_id, development_number) references development,
  foreign key (client_id, ticket_number) references ticket
);
create index development_ticket_by_development on development_ticket (client_id, development_number, ticket_number);
call protect('development_ticket');
call open_to_staff('development_ticket', 'select, insert, delete');

create sequence valuation_number start 9001;
grant usage on sequence valuation_number to portal_staff;
alter table valuation
  add column ticket_number bigint,
  add column development_number bigint,
  add column decision text check (decision in ('accepted', 'rejected')),
  add column decided_by text,
  add column decided_at timestamptz,
  add foreign key (client_id, ticket_number) references ticket,
  add foreign key (client_id, development_number) references development,
  add check ((decision is null) = (decided_at is null));

alter table data_change_request
  add column handled_at timestamptz,
  add column handled_by text,
  add check ((handled_at is null) = (handled_by is null));
create index data_change_request_open on data_change_request (requested_at) where handled_at is null;

-- Single-use links by which an administrator of a client sets a password: an invitation, or «He olvidado la contraseña».
create table password_link (
  client_id bigint not null,
  contact_id bigint not null,
  -- The user name that the password goes with; the credential is made by the link's use.
  username text not null unique,
  token_hash bytea not null unique,
  issued_by text not null,
  expires_at timestamptz not null,
  primary key (client_id, contact_id),
  foreign key (client_id, contact_id) references contact
);
call protect('password_link');
call open_to_doors('password_link');
call open_to_staff('password_link', 'select, insert, update, delete');

create function door_password_link(token_hash bytea, at timestamptz)
returns table (client_id bigint, contact_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.client_id, l.contact_id from password_link l join contact k using (client_id, contact_id)
  where l.token_hash = door_password_link.token_hash and l.expires_at > door_password_link.at and k.active
$$;
grant create on schema public to portal_door;
alter function door_password_link owner to portal_door;
revoke create on schema public from portal_door;
revoke execute on function door_password_link from public;
grant execute on function door_password_link to portal_app;

-- Notices of the provider's, shown as a banner to whom they concern.
create table notice (
  notice_id bigint generated always as identity primary key,
  -- Null: everybody.
  area text check (area in ('main', 'apps', 'aspro')),
  version text,
  text_es text not null,
  text_en text not null,
  shown_from timestamptz not null,
  shown_until timestamptz not null,
  written_by text not null references technician,
  check (shown_from < shown_until)
);
grant select on notice to portal_app;
grant select, insert, update, delete on notice to portal_staff;
grant insert, update on module, office_calendar to portal_staff;
