-- Up to which entry customers have written and the ticket's technician has seen: a technician's unread tickets were found by looking at
-- all of theirs, and each one's marks and entries. Both numbers only grow while the technician stays the same, so that
-- who writes and who reads at the same moment cannot take each other's number back (docs/decisions/0051).
alter table ticket add column newest_said bigint not null default 0;
alter table ticket add column seen_by_assignee bigint not null default 0;
create or replace function told_of_ticket() returns text[] language sql immutable as $$
  select array['assignee', 'technician', 'first_warned_at', 'last_warned_at', 'silence_warned_for', 'state', 'accepted', 'rating',
    'last_entry_kind', 'last_entry_at', 'closed_at', 'last_claim_at', 'claims_in_a_row', 'due_at', 'silent_acceptance_at',
    'accepted_by_silence', 'newest_answer', 'newest_said', 'seen_by_assignee']
$$;

-- `kindsUnreadBy` in the domain.
create function is_said_to_technicians(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('query', 'reply', 'note', 'claim', 'rejection', 'withdrawal')
$$;
-- What a technician has typed for the customer is no news to that technician.
create function newest_said(client bigint, ticket bigint, technician text) returns bigint language sql stable as $$
  select coalesce(max(e.entry_id), 0) from public.entry e
  where e.client_id = client and e.ticket_number = ticket and public.is_said_to_technicians(e.kind) and e.username is distinct from technician
$$;
create function seen_by(client bigint, ticket bigint, technician text) returns bigint language sql stable as $$
  select greatest(
    (select w.came_after_entry from public.technician w where w.username = technician),
    (select s.entry_id from public.seen_by_technician s
      where s.client_id = client and s.ticket_number = ticket and s.username = technician))
$$;

create function keep_newest_said() returns trigger language plpgsql as $$
begin
  if current_setting('app.answers_later', true) = 'yes' then return null; end if;
  update public.ticket t set newest_said = new.entry_id
  where t.client_id = new.client_id and t.number = new.ticket_number and t.assignee <> coalesce(new.username, '')
    and t.newest_said < new.entry_id;
  return null;
end $$;
-- Tickets that are joined move their entries.
create trigger keeps_newest_said after insert or update of ticket_number on entry
  for each row when (is_said_to_technicians(new.kind)) execute function keep_newest_said();

-- The ticket's row is locked first, because a technician who becomes its own just now reads what is seen below.
create function keep_seen_by_assignee() returns trigger language plpgsql as $$
begin
  perform from public.ticket t where t.client_id = new.client_id and t.number = new.ticket_number for no key update;
  update public.ticket t set seen_by_assignee = new.entry_id
  where t.client_id = new.client_id and t.number = new.ticket_number and t.assignee = new.username and t.seen_by_assignee < new.entry_id;
  return null;
end $$;
create trigger keeps_seen_by_assignee after insert or update on seen_by_technician
  for each row execute function keep_seen_by_assignee();

create function keep_seen_since_coming() returns trigger language plpgsql as $$
begin
  update public.ticket t set seen_by_assignee = new.came_after_entry
  where t.assignee = new.username and t.newest_said > t.seen_by_assignee and t.seen_by_assignee < new.came_after_entry;
  return null;
end $$;
create trigger keeps_seen_since_coming after update of came_after_entry on technician
  for each row execute function keep_seen_since_coming();

-- A ticket that was over when this came has no numbers yet (0235). A customer, who may read no technician's marks, reopens it with an entry that is
-- news anyway.
create function begin_unread_of_assignee() returns trigger language plpgsql as $$
begin
  if new.assignee is null then
    new.newest_said := 0;
    new.seen_by_assignee := 0;
  elsif new.assignee is distinct from old.assignee or current_user <> 'portal_app' then
    new.newest_said := public.newest_said(new.client_id, new.number, new.assignee);
    new.seen_by_assignee := public.seen_by(new.client_id, new.number, new.assignee);
  end if;
  return new;
end $$;
create trigger begins_unread before update on ticket for each row
  when (new.assignee is distinct from old.assignee or (old.accepted and not new.accepted))
  execute function begin_unread_of_assignee();
