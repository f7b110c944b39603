-- What somebody edits says how often it was changed, so that of two edits at once the second is told of the first.
alter table client
  add column active boolean not null default true,
  add column revision int not null default 1;
alter table installation
  add column active boolean not null default true,
  add column revision int not null default 1;
alter table company
  -- For an inactive one no new ticket is raised.
  add column active boolean not null default true,
  add column revision int not null default 1;
alter table contact add column revision int not null default 1;
alter table module add column revision int not null default 1;
alter table canned_answer add column revision int not null default 1;
alter table notice add column revision int not null default 1;
alter table office_calendar
  add column revision int not null default 1,
  add column changed_at timestamptz,
  add column changed_by text references technician;

-- A text as it is searched in: without accents or case.
create function folded(said text) returns text language sql immutable parallel safe as $$
  select translate(lower(said), 'áéíóúüñàèòïç', 'aeiouunaeoic')
$$;

-- The orders of the console's lists.
create index client_by_name on client ((name collate "es-x-icu"), client_id);
create index contact_by_name on contact ((name collate "es-x-icu"), client_id, contact_id);
create index contact_of_client_by_name on contact (client_id, (name collate "es-x-icu"), contact_id);
create index contact_of_installation on contact_installation (client_id, installation_code, contact_id);
create index module_by_name on module ((name collate "es-x-icu"), number);
create index canned_answer_by_title on canned_answer ((title collate "es-x-icu"), canned_answer_id);
create index notice_by_start on notice (shown_from desc, notice_id desc);
create index notice_by_end on notice (shown_until);
create index signing_key_of_installation on signing_key (client_id, installation_code, created_at desc, kid);
create index session_by_key on session (client_id, kid) where kid is not null;
create index session_by_contact on session (client_id, contact_id) where contact_id is not null;
drop index data_change_request_open;
create index data_change_request_open on data_change_request (requested_at, request_id) where handled_at is null;
create index data_change_request_handled on data_change_request (handled_at desc, request_id desc)
  where handled_at is not null;
create index data_change_request_handled_of_client on data_change_request (client_id, handled_at desc, request_id desc)
  where handled_at is not null;
create index data_change_request_by_contact on data_change_request (client_id, contact_id) where handled_at is null;

-- The audit is read by time, whatever else it is narrowed by.
drop index audit_by_client, audit_by_ticket, audit_by_technician;
create index audit_by_time on audit (at desc, audit_id desc);
create index audit_by_client on audit (client_id, at desc, audit_id desc);
create index audit_by_ticket on audit (ticket_number, at desc, audit_id desc);
create index audit_by_technician on audit (username, at desc, audit_id desc);
-- A change to an incident or a development names the tickets that it is linked to.
create index audit_by_linked_ticket on audit using gin ((details -> 'tickets')) where details ? 'tickets';
create index audit_by_act on audit (act, at desc, audit_id desc);

-- The doors: a key is good until it is revoked, which may lie ahead; nobody enters for who is inactive.
create or replace function door_session(token_hash bytea, at timestamptz, idle interval, lifetime interval)
returns table (
  session_id bigint, client_id bigint, person_id bigint, contact_id bigint, installation_code text, company_code text,
  limited boolean, administrator boolean, visibility text, entry jsonb, seen_at timestamptz, login text, source text,
  client_name text, client_email text, areas text[], version text,
  contact_name text, contact_email text, contact_phone text, installations text[]
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id, s.client_id, s.person_id, s.contact_id, s.installation_code, s.company_code,
    s.limited, s.administrator, k.visibility, s.entry, s.seen_at, p.login, p.source,
    c.name, c.email, c.areas, i.version,
    k.name, k.email, k.phone,
    array(select ci.installation_code from contact_installation ci
      where ci.client_id = s.client_id and ci.contact_id = s.contact_id
      union select s.installation_code where s.installation_code is not null)
  from session s
  join client c using (client_id)
  join person p using (client_id, person_id)
  left join installation i on i.client_id = s.client_id and i.code = s.installation_code
  left join contact k on k.client_id = s.client_id and k.contact_id = s.contact_id
  left join signing_key g on g.client_id = s.client_id and g.kid = s.kid
  where s.token_hash = door_session.token_hash
    and s.created_at > door_session.at - lifetime
    and s.seen_at > door_session.at - idle
    and c.active
    and i.active is not false
    and (k.contact_id is null or k.active)
    and (g.revoked_at is null or g.revoked_at > door_session.at)
$$;

drop function door_signing_key(text);
-- The time may be left out by a server of the version before.
create function door_signing_key(kid text, at timestamptz default now())
returns table (
  client_id bigint, installation_code text, algorithm text, key_bytes bytea, client_administrator boolean,
  caller_optional boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.client_id, k.installation_code, k.algorithm, k.key_bytes, k.client_administrator, k.caller_optional
  from signing_key k
  join client c using (client_id)
  join installation i on i.client_id = k.client_id and i.code = k.installation_code
  where k.kid = door_signing_key.kid and (k.revoked_at is null or k.revoked_at > door_signing_key.at)
    and c.active and i.active
$$;
grant create on schema public to portal_door;
alter function door_signing_key owner to portal_door;
revoke create on schema public from portal_door;
revoke execute on function door_signing_key from public;
grant execute on function door_signing_key to portal_app;

create or replace function door_installation(code text)
returns table (client_id bigint, entry_mode text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.client_id, i.entry_mode from installation i join client c using (client_id)
  where i.code = door_installation.code and i.active and c.active
$$;

create or replace function door_login(username text)
returns table (client_id bigint, contact_id bigint, password_hash text, visibility text, installation_code text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.client_id, c.contact_id, c.password_hash, k.visibility,
    (select i.installation_code from contact_installation i
     join installation n on n.client_id = i.client_id and n.code = i.installation_code and n.active
     where i.client_id = c.client_id and i.contact_id = c.contact_id order by i.installation_code limit 1)
  from credential c join contact k using (client_id, contact_id) join client l using (client_id)
  where c.username = door_login.username and k.active and l.active
$$;

create or replace function door_password_link(token_hash bytea, at timestamptz)
returns table (client_id bigint, contact_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.client_id, l.contact_id from password_link l join contact k using (client_id, contact_id)
    join client c using (client_id)
  where l.token_hash = door_password_link.token_hash and l.expires_at > door_password_link.at and k.active and c.active
$$;

-- After how many office days a closed ticket counts as accepted, as the settings have it; `seedProviderData` writes it.
alter table provider add column silence jsonb not null default '{"officeDays": 15, "warningOfficeDays": 5}';
-- Closed tickets that wait for their customer and count down no silence yet: an incident was in their way, or a version
-- of the portal that knew none of it closed them.
create index ticket_to_count_down on ticket (client_id, number)
  where state = 'closed' and not accepted and blocking_incident is null and merged_into is null
    and silent_acceptance_at is null;
create index ticket_silent_of_client on ticket (client_id, silent_acceptance_at, number)
  where silent_acceptance_at is not null and not accepted;
create index ticket_accepted_by_silence on ticket (client_id, last_entry_at desc, number desc) where accepted_by_silence;

-- What runs at its time, once, whichever server does it: pg-boss keeps its tables in a schema of its own, which this role
-- alone reaches (server/jobs/job-schema.ts).
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_jobs') then
    create role portal_jobs nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  execute format('grant portal_jobs to %I', current_user);
end $$;
