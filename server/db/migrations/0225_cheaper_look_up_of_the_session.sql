-- A session leads to single rows by their keys. PostgreSQL read all installations for each request, because they are few; and the installations
-- of a contact were brought together by sorting, where one array and one more place do.
create or replace function door_session(token_hash bytea, at timestamptz, idle interval, lifetime interval)
returns table (session_id bigint, client_id bigint, person_id bigint, contact_id bigint, installation_code text, company_code text,
  limited boolean, administrator boolean, visibility text, entry jsonb, seen_at timestamptz, login text, source text, client_name text,
  client_email text, areas text[], version text, contact_name text, contact_email text, contact_phone text, installations text[],
  only_ticket bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = 'force_generic_plan' set enable_hashjoin = 'off' set enable_seqscan = 'off' as $$
  select s.session_id, s.client_id, s.person_id, s.contact_id, s.installation_code, s.company_code,
    s.limited, s.administrator, k.visibility, s.entry, s.seen_at, p.login, p.source,
    c.name, c.email, c.areas, i.version,
    k.name, k.email, k.phone,
    array_remove(
      array(select ci.installation_code from contact_installation ci
        where ci.client_id = s.client_id and ci.contact_id = s.contact_id
          and ci.installation_code is distinct from s.installation_code
        order by ci.installation_code)
      || s.installation_code, null),
    s.only_ticket_number
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
