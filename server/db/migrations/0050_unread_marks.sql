-- Up to which entry each person and each technician has seen a ticket: what the other side has written since is unread to them.
create table seen_by_person (
  client_id bigint not null,
  ticket_number bigint not null,
  person_id bigint not null,
  entry_id bigint not null,
  primary key (client_id, person_id, ticket_number) include (entry_id),
  foreign key (client_id, ticket_number) references ticket,
  foreign key (client_id, person_id) references person,
  foreign key (client_id, entry_id) references entry
);
call protect('seen_by_person');

create table seen_by_technician (
  client_id bigint not null,
  ticket_number bigint not null,
  username text not null references technician,
  entry_id bigint not null,
  primary key (client_id, ticket_number, username),
  foreign key (client_id, ticket_number) references ticket,
  foreign key (client_id, entry_id) references entry
);
alter table seen_by_technician enable row level security;
alter table seen_by_technician force row level security;
call open_to_staff('seen_by_technician', 'select, insert, update');

-- What was there before somebody came is no news to them.
alter table person add column came_after_entry bigint not null default 0;
alter table technician add column came_after_entry bigint not null default 0;

create function newest_entry(client bigint) returns bigint language sql stable as $$
  select coalesce(max(e.entry_id), 0) from public.entry e where e.client_id = client
$$;
create function newest_entry_of_all() returns bigint language sql stable as $$
  select coalesce(max(public.newest_entry(c.client_id)), 0) from public.client c
$$;
create function begin_unread_of_person() returns trigger language plpgsql as $$
begin
  new.came_after_entry := public.newest_entry(new.client_id);
  return new;
end $$;
create trigger begins_unread before insert on person for each row execute function begin_unread_of_person();
create function begin_unread_of_technician() returns trigger language plpgsql as $$
begin
  new.came_after_entry := public.newest_entry_of_all();
  return new;
end $$;
create trigger begins_unread before insert on technician for each row execute function begin_unread_of_technician();

-- Support's newest entry of a ticket, so that what is unread is counted without the timelines. Of before it is not known: that was
-- there before anybody came.
alter table ticket add column newest_answer bigint not null default 0;
create function keep_newest_answer() returns trigger language plpgsql as $$
begin
  update public.ticket t set newest_answer = new.entry_id
  where t.client_id = new.client_id and t.number = new.ticket_number and t.newest_answer < new.entry_id;
  return null;
end $$;
-- Tickets that are joined move their entries.
create trigger keeps_newest_answer after insert or update of ticket_number on entry
  for each row when (new.kind in ('answer', 'merge')) execute function keep_newest_answer();
create or replace function told_of_ticket() returns text[] language sql immutable as $$
  select array['assignee', 'technician', 'first_warned_at', 'last_warned_at', 'silence_warned_for', 'state', 'accepted', 'rating',
    'last_entry_kind', 'last_entry_at', 'closed_at', 'last_claim_at', 'claims_in_a_row', 'due_at', 'silent_acceptance_at',
    'accepted_by_silence', 'newest_answer']
$$;

-- Events of one reader alone: their other browsers learn of them, and nobody else does.
alter table event add column reader text;
-- TAKES AWAY: nothing but the old list of kinds: the new one has them all, and two more.
alter table event drop constraint event_kind_check;
alter table event add constraint event_kind_check check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection',
  'acceptance', 'withdrawal', 'silence', 'abandonment', 'merge', 'question', 'assistance', 'state', 'situation',
  'planned-delivery', 'planned-test', 'planned-production', 'installed-test', 'installed-production', 'validation', 'link',
  'unlink', 'correction', 'file', 'change', 'assignment', 'internal-note', 'presence', 'silence-warning', 'opened', 'decision',
  'seen', 'notification'));

create function tell_reader(client bigint, kind text, subject text, number bigint, actor text, reader text) returns void
language plpgsql as $$
begin
  if current_setting('app.untold', true) = 'yes' then return; end if;
  perform pg_catalog.pg_advisory_xact_lock(7320119);
  insert into public.event (client_id, kind, subject, number, actor, at, reader)
    values (client, kind, subject, number, actor, clock_timestamp(), reader);
  perform pg_catalog.pg_notify('portal_event', '');
end $$;

create function tell_seen_by_person() returns trigger language plpgsql as $$
begin
  perform public.tell_reader(new.client_id, 'seen', 'ticket', new.ticket_number, 'customer', 'customer ' || new.person_id);
  return null;
end $$;
create constraint trigger tells after insert or update on seen_by_person deferrable initially deferred
  for each row execute function tell_seen_by_person();

create function tell_seen_by_technician() returns trigger language plpgsql as $$
begin
  perform public.tell_reader(new.client_id, 'seen', 'ticket', new.ticket_number, 'technician', 'technician ' || new.username);
  return null;
end $$;
create constraint trigger tells after insert or update on seen_by_technician deferrable initially deferred
  for each row execute function tell_seen_by_technician();

-- A notification belongs to no client; one event is enough for all that a transaction adds or marks for somebody.
create function tell_notification() returns trigger language plpgsql as $$
declare
  told constant text := coalesce(current_setting('app.told_notification', true), '');
  own constant text := ' ' || new.username || ' ';
begin
  if position(own in told) > 0 then return null; end if;
  perform set_config('app.told_notification', told || own, true);
  perform public.tell_reader(0, 'notification', new.subject, new.number, 'portal', 'technician ' || new.username);
  return null;
end $$;
create constraint trigger tells after insert on notification deferrable initially deferred
  for each row execute function tell_notification();
create constraint trigger tells_reading after update on notification deferrable initially deferred
  for each row when (old.read_at is distinct from new.read_at) execute function tell_notification();

-- As who may see all clients: the owner is bound by row level security too.
grant update on person to portal_staff;
set local role portal_staff;
update person p set came_after_entry = newest_entry(p.client_id);
update technician t set came_after_entry = newest_entry_of_all();
reset role;
revoke update on person from portal_staff;

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_answered;
create index concurrently ticket_answered on ticket (client_id, newest_answer) include (installation_code, number, merged_into)
  where not accepted;
