-- What was unread before 0234, of one client after the other, so that nobody waits for long. Where all is read, both numbers may stay 0.
create or replace procedure fill_unread_of_assignees() language plpgsql as $$
declare
  one bigint;
begin
  set local role portal_staff;
  for one in select c.client_id from public.client c loop
    set local role portal_staff;
    update public.ticket t set newest_said = greatest(t.newest_said, u.said), seen_by_assignee = greatest(t.seen_by_assignee, u.seen)
    from (
      select o.number, o.assignee, public.newest_said(one, o.number, o.assignee) as said, public.seen_by(one, o.number, o.assignee) as seen
      from public.ticket o where o.client_id = one and o.assignee is not null and not o.accepted and o.merged_into is null) u
    where t.client_id = one and t.number = u.number and t.assignee = u.assignee and u.said > u.seen;
    commit;
  end loop;
end $$;

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
call fill_unread_of_assignees();
drop procedure if exists fill_unread_of_assignees;
-- A technician's unread tickets side by side: their figure reads these alone, and stops at a hundred.
drop index concurrently if exists ticket_unread_of_assignee;
create index concurrently ticket_unread_of_assignee on ticket (assignee, number)
  where newest_said > seen_by_assignee and not accepted and merged_into is null;
