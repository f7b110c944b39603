-- A ticket's row changed twice with each message: for where it stands, and for what is unread (0050, 0234). The statement that says where it stands
-- now keeps both, and the triggers look at the end whether anything is left to keep: servers of the version before need them.
drop trigger keeps_newest_answer on entry;
create constraint trigger keeps_newest_answer after insert or update of ticket_number on entry deferrable initially deferred
  for each row when (new.kind in ('answer', 'merge')) execute function keep_newest_answer();
drop trigger keeps_newest_said on entry;
create constraint trigger keeps_newest_said after insert or update of ticket_number on entry deferrable initially deferred
  for each row when (is_said_to_technicians(new.kind)) execute function keep_newest_said();

-- As in 0226, and what 0234 keeps is told by the entry, too.
create or replace function tell_ticket() returns trigger language plpgsql as $$
declare
  -- As it was, but for what an entry changes.
  was public.ticket := old;
begin
  if new.assignee is distinct from old.assignee then
    perform public.tell_event(new.client_id, 'assignment', 'ticket', new.number, public.event_actor());
  end if;
  if new.first_warned_at > coalesce(old.first_warned_at, '-infinity')
    or new.last_warned_at > coalesce(old.last_warned_at, '-infinity') then
    perform public.tell_event(new.client_id, 'silence-warning', 'ticket', new.number, 'portal');
  end if;
  was.assignee := new.assignee;
  was.technician := new.technician;
  -- Where it stands is told by the entry that made it stand there.
  was.state := new.state;
  was.accepted := new.accepted;
  was.rating := new.rating;
  was.last_entry_kind := new.last_entry_kind;
  was.last_entry_at := new.last_entry_at;
  was.closed_at := new.closed_at;
  was.last_claim_at := new.last_claim_at;
  was.claims_in_a_row := new.claims_in_a_row;
  was.due_at := new.due_at;
  was.silent_acceptance_at := new.silent_acceptance_at;
  was.accepted_by_silence := new.accepted_by_silence;
  was.newest_answer := new.newest_answer;
  was.newest_said := new.newest_said;
  was.seen_by_assignee := new.seen_by_assignee;
  if was is distinct from new and to_jsonb(new) - public.told_of_ticket() <> to_jsonb(old) - public.told_of_ticket() then
    perform public.tell_event(new.client_id, 'change', 'ticket', new.number, public.event_actor());
  end if;
  return null;
end $$;
