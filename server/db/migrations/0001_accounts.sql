-- Roles. The server runs as portal_app: no superuser, no owner, no BYPASSRLS. portal_door owns the few functions that
-- must find something before the client is known, and may read just what they need.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_app') then
    create role portal_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  if not exists (select from pg_roles where rolname = 'portal_door') then
    create role portal_door nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  execute format('grant portal_app, portal_door to %I', current_user);
end $$;

revoke create on schema public from public;
grant usage on schema public to portal_app, portal_door;
-- Whether the database is ready to be served from.
grant select on migration to portal_app;

-- The client that this transaction serves; null (and so no row at all) when nobody has said.
-- In a scalar sub-select of a policy it is evaluated once a statement, not once a row.
create procedure protect(tenant_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy own_client on %s to portal_app
       using (client_id = (select nullif(current_setting(''app.client'', true), '''')::bigint))
       with check (client_id = (select nullif(current_setting(''app.client'', true), '''')::bigint))',
    tenant_table);
  execute format('grant select, insert, update, delete on %s to portal_app', tenant_table);
end $$;

-- Lets the door functions read a table of all clients.
create procedure open_to_doors(tenant_table regclass) language plpgsql as $$
begin
  execute format('create policy doors on %s for select to portal_door using (true)', tenant_table);
  execute format('grant select on %s to portal_door', tenant_table);
end $$;

create table client (
  client_id bigint primary key check (client_id > 0),
  name text not null,
  email text not null,
  areas text[] not null check (areas <@ array['main', 'apps', 'aspro'])
);

create table installation (
  client_id bigint not null references client,
  code text not null,
  version text not null,
  entry_mode text not null default 'signed' check (entry_mode in ('signed', 'limited')),
  primary key (client_id, code),
  -- The code alone identifies an installation: a link without a signature carries nothing else.
  unique (code)
);

create table company (
  client_id bigint not null,
  installation_code text not null,
  code text not null,
  name text not null,
  primary key (client_id, installation_code, code),
  foreign key (client_id, installation_code) references installation
);

create table signing_key (
  client_id bigint not null,
  kid text not null,
  installation_code text not null,
  algorithm text not null check (algorithm in ('HS256', 'EdDSA')),
  -- HS256: the shared secret. EdDSA: the 32 bytes of the public key.
  key_bytes bytea not null,
  -- Whether an entry for the client itself (sub = cliente) may be an administrator's.
  client_administrator boolean not null default false,
  -- Whether an entry may leave out who is calling (usr).
  caller_optional boolean not null default false,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (client_id, kid),
  unique (kid),
  foreign key (client_id, installation_code) references installation
);

-- At most two live keys an installation, so that they rotate without a gap.
create function at_most_two_live_keys() returns trigger language plpgsql as $$
begin
  perform from installation where client_id = new.client_id and code = new.installation_code for update;
  if (select count(*) from signing_key
      where client_id = new.client_id and installation_code = new.installation_code and revoked_at is null) > 2 then
    raise exception 'installation % has two live signing keys already', new.installation_code using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger at_most_two_live_keys after insert or update on signing_key
  for each row when (new.revoked_at is null) execute function at_most_two_live_keys();

create table contact (
  client_id bigint not null references client,
  contact_id bigint not null,
  name text not null,
  email text not null,
  phone text not null default '',
  visibility text not null default 'installation' check (visibility in ('own', 'installation', 'client')),
  active boolean not null default true,
  primary key (client_id, contact_id)
);

create table contact_installation (
  client_id bigint not null,
  contact_id bigint not null,
  installation_code text not null,
  primary key (client_id, contact_id, installation_code),
  foreign key (client_id, contact_id) references contact,
  foreign key (client_id, installation_code) references installation
);

-- The companies that a contact raises tickets for.
create table contact_company (
  client_id bigint not null,
  contact_id bigint not null,
  installation_code text not null,
  company_code text not null,
  primary key (client_id, contact_id, installation_code, company_code),
  foreign key (client_id, contact_id, installation_code) references contact_installation,
  foreign key (client_id, installation_code, company_code) references company
);

-- Log-in by hand: administrators of a client.
create table credential (
  client_id bigint not null,
  contact_id bigint not null,
  username text not null unique,
  password_hash text not null,
  primary key (client_id, contact_id),
  foreign key (client_id, contact_id) references contact
);

-- Who is really calling: a login of an installation's application, or of the portal.
create table person (
  client_id bigint not null references client,
  person_id bigint generated always as identity,
  installation_code text,
  -- Who says that this is the login: names that different systems give out do not make two people one.
  source text not null default 'application' check (source in ('application', 'contact', 'portal', 'limited')),
  login text not null,
  name text not null,
  primary key (client_id, person_id),
  unique nulls not distinct (client_id, installation_code, source, login),
  foreign key (client_id, installation_code) references installation
);

create table session (
  client_id bigint not null,
  session_id bigint generated always as identity,
  token_hash bytea not null unique,
  person_id bigint not null,
  contact_id bigint,
  installation_code text,
  company_code text,
  kid text,
  limited boolean not null default false,
  administrator boolean not null default false,
  -- What the link carried: version, origin, e-mail, name, phone, module and program.
  entry jsonb not null default '{}',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (client_id, session_id),
  foreign key (client_id, person_id) references person,
  foreign key (client_id, contact_id) references contact,
  foreign key (client_id, kid) references signing_key,
  foreign key (client_id, installation_code) references installation,
  foreign key (client_id, installation_code, company_code) references company
);
create index session_by_person on session (client_id, person_id);
create index session_by_age on session (client_id, created_at);

-- Entries that were used: a second use is refused.
create table used_entry (
  client_id bigint not null,
  kid text not null,
  entry_id text not null,
  expires_at timestamptz not null,
  primary key (client_id, kid, entry_id),
  foreign key (client_id, kid) references signing_key
);
create index used_entry_by_expiry on used_entry (client_id, expires_at);

-- Log-ins that failed, for the limits. It belongs to no client: the user may not exist.
create table failed_login (
  username text not null,
  address text not null,
  at timestamptz not null
);
create index failed_login_by_user on failed_login (address, username, at);
grant select, insert, delete on failed_login to portal_app;

create table idempotency (
  client_id bigint not null,
  person_id bigint not null,
  key text not null,
  request_hash bytea not null,
  -- As it was written: a second answer is the first one to the letter.
  answer json,
  created_at timestamptz not null,
  primary key (client_id, person_id, key),
  foreign key (client_id, person_id) references person
);
create index idempotency_by_age on idempotency (client_id, created_at);

create table technician (
  username text primary key,
  name text not null,
  role text not null check (role in ('technician', 'supervisor')),
  password_hash text not null
);

-- The provider's data: seeded from content/, edited here.
create table module (
  number bigint primary key,
  name text not null unique,
  area text not null check (area in ('main', 'apps', 'aspro')),
  topic text not null,
  listed boolean not null
);
create table office_calendar (
  only_one boolean primary key default true check (only_one),
  calendar jsonb not null
);
grant select, insert, update on technician, module, office_calendar to portal_app;

call protect('client');
call protect('installation');
call protect('company');
call protect('signing_key');
call protect('contact');
call protect('contact_installation');
call protect('contact_company');
call protect('credential');
call protect('person');
call protect('session');
call protect('used_entry');
call protect('idempotency');
call open_to_doors('client');
call open_to_doors('installation');
call open_to_doors('signing_key');
call open_to_doors('contact');
call open_to_doors('contact_installation');
call open_to_doors('credential');
call open_to_doors('person');
call open_to_doors('session');

-- The doors: what must be found before the client is known. Everything else is read through its client.

-- A live session by the hash of its token, with all that a request needs to know of its person.
create function door_session(token_hash bytea, at timestamptz, idle interval, lifetime interval)
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
    and (k.contact_id is null or k.active)
    and g.revoked_at is null
$$;

-- A live signing key by its id.
create function door_signing_key(kid text)
returns table (
  client_id bigint, installation_code text, algorithm text, key_bytes bytea, client_administrator boolean,
  caller_optional boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.client_id, k.installation_code, k.algorithm, k.key_bytes, k.client_administrator, k.caller_optional
  from signing_key k
  where k.kid = door_signing_key.kid and k.revoked_at is null
$$;

-- An installation by its code: for links without a signature, where it allows them.
create function door_installation(code text)
returns table (client_id bigint, entry_mode text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.client_id, i.entry_mode from installation i where i.code = door_installation.code
$$;

-- A log-in by its name.
create function door_login(username text)
returns table (client_id bigint, contact_id bigint, password_hash text, visibility text, installation_code text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.client_id, c.contact_id, c.password_hash, k.visibility,
    (select i.installation_code from contact_installation i
     where i.client_id = c.client_id and i.contact_id = c.contact_id order by i.installation_code limit 1)
  from credential c join contact k using (client_id, contact_id)
  where c.username = door_login.username and k.active
$$;

-- The clients there are: for work that goes through all of them, one after the other.
create function door_clients() returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.client_id from client c order by c.client_id
$$;

grant create on schema public to portal_door;
alter function door_session owner to portal_door;
alter function door_signing_key owner to portal_door;
alter function door_installation owner to portal_door;
alter function door_login owner to portal_door;
alter function door_clients owner to portal_door;
revoke create on schema public from portal_door;
revoke execute on function door_session, door_signing_key, door_installation, door_login, door_clients from public;
grant execute on function door_session, door_signing_key, door_installation, door_login, door_clients to portal_app;
