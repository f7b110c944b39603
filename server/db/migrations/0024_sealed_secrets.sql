-- Whether `key_bytes` are sealed with SECRET_KEY. What was there before is sealed by the start that follows.
alter table signing_key
  add column sealed boolean not null default false,
  add check (algorithm = 'HS256' or not sealed);

drop function door_signing_key(text, timestamptz);
create function door_signing_key(kid text, at timestamptz)
returns table (
  client_id bigint, installation_code text, algorithm text, key_bytes bytea, sealed boolean, client_administrator boolean,
  caller_optional boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.client_id, k.installation_code, k.algorithm, k.key_bytes, k.sealed, k.client_administrator, k.caller_optional
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

-- Sealed with the key that this database's secrets are sealed with: a start with another one finds out by it.
alter table store_identity add column canary bytea;
grant update (canary) on store_identity to portal_staff;
