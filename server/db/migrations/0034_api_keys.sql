-- Programs call the console by a key. Each has an account, so that what it writes has an author and the audit a name; nobody can
-- enter by it, and nothing can be assigned to it.
alter table technician
  add column of_key boolean not null default false,
  add check (not of_key or (role = 'technician' and not active and password_hash is null and subject is null and email is null));

create table api_key (
  key_id bigint generated always as identity primary key,
  -- A technician's name has no colon: nobody is ever called like a key.
  username text generated always as ('api:' || key_id::text) stored unique references technician,
  scopes text[] not null check (cardinality(scopes) > 0
    and scopes <@ array['tickets-read', 'tickets-write', 'work-read', 'work-write', 'clients-read']),
  token_hash bytea not null unique,
  -- The key's last characters, by which people tell one from another.
  ending text not null,
  -- The key from before a rotation, while it is still good.
  previous_hash bytea unique,
  previous_until timestamptz,
  created_by text not null references technician,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check ((previous_hash is null) = (previous_until is null))
);
grant select, insert, update on api_key to portal_staff;
