-- From a mail, its ticket can be read and answered with a one-time code, which is sent to the same address.
-- TAKES AWAY: nothing but the old list of kinds: the new one has them all, and one more.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in ('registered', 'answer', 'closing', 'claim', 'delivered',
  'installed-in-test', 'date-moved', 'valuation', 'silence', 'silence-last-day', 'reminder', 'summary', 'password-link', 'code'));

create table mail_code (
  client_id bigint not null,
  -- The mail whose link was followed.
  mail_id bigint not null,
  -- Sealed: six digits would be found from a hash.
  code bytea not null,
  -- The browser that asked, and that alone may use it.
  device_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (client_id, mail_id),
  foreign key (client_id, mail_id) references mail
);
call protect('mail_code');
call open_to_staff('mail_code', 'select, delete');

-- A session opened by such a code sees this ticket and nothing else.
alter table session
  add column only_ticket_number bigint,
  add foreign key (client_id, only_ticket_number) references ticket,
  add check (only_ticket_number is null or limited);

-- TAKES AWAY: the function alone; the one that follows answers the same and the ticket.
drop function door_session(bytea, timestamptz, interval, interval);
create function door_session(token_hash bytea, at timestamptz, idle interval, lifetime interval)
returns table (
  session_id bigint, client_id bigint, person_id bigint, contact_id bigint, installation_code text, company_code text,
  limited boolean, administrator boolean, visibility text, entry jsonb, seen_at timestamptz, login text, source text,
  client_name text, client_email text, areas text[], version text,
  contact_name text, contact_email text, contact_phone text, installations text[], only_ticket bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id, s.client_id, s.person_id, s.contact_id, s.installation_code, s.company_code,
    s.limited, s.administrator, k.visibility, s.entry, s.seen_at, p.login, p.source,
    c.name, c.email, c.areas, i.version,
    k.name, k.email, k.phone,
    array(select ci.installation_code from contact_installation ci
      where ci.client_id = s.client_id and ci.contact_id = s.contact_id
      union select s.installation_code where s.installation_code is not null),
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
grant create on schema public to portal_door;
alter function door_session owner to portal_door;
revoke create on schema public from portal_door;
revoke execute on function door_session from public;
grant execute on function door_session to portal_app;
