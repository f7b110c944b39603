-- In which lists a ticket counts. The technicians' figures beside their views looked at every open ticket; customers' filtered totals and
-- turns at every open one of the client. Each change of a ticket now adds one row here, which no two transactions wait for, and a job
-- moves these rows into `tally`, by client, and `queue_total`, of all clients (docs/decisions/0051).
create table place_change (
  client_id bigint not null,
  place_change_id bigint generated always as identity,
  -- Of the ticket, which refers to it. The row outlives the ticket by a minute.
  installation text not null,
  places_left text[] not null,
  places_entered text[] not null,
  primary key (client_id, place_change_id)
);
call protect('place_change');
call open_to_staff('place_change', 'select, insert, delete');

create table queue_total (
  place text primary key,
  number bigint not null
);
grant select, insert, update, delete on queue_total to portal_staff;

-- Of a conversation that is still open with the assistant and of finished tickets nobody counts more than that they are there.
create function places_of(t ticket) returns text[] language sql immutable parallel safe as $$
  select case
    when t.merged_into is not null then '{}'::text[]
    when t.accepted then array['closed']
    when t.state = 'pending' and t.last_entry_kind in ('question', 'assistance') then array['pending', 'talking']
    else array_remove(array[
      'pending',
      case
        when t.state = 'pending' then case t.last_entry_kind when 'answer' then 'reply' else 'support' end
        when t.blocking_incident is null then 'conclude'
        else 'blocked'
      end,
      case when t.assignee is null then 'unassigned' else 'of:' || t.assignee end,
      case when t.claims_in_a_row > 0 then 'claimed' end,
      case when t.claims_in_a_row >= 3 then 'third-claim' end,
      case
        when t.due_at < 'infinity' then 'due:' || floor(extract(epoch from t.due_at at time zone 'UTC') / 86400)::int
        when t.claims_in_a_row = 0
          and case when t.state = 'pending' then t.last_entry_kind = 'answer' else t.blocking_incident is null end
          then 'waiting-for-customer'
      end
    ], null)
  end
$$;

-- With a client everything goes at once: its installation may be gone already, and its tally with it.
create or replace function keep_ticket_tally() returns trigger language plpgsql as $$
declare
  was text[] := '{}';
  becomes text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    was := public.places_of(old);
  end if;
  if tg_op <> 'DELETE' then
    becomes := public.places_of(new);
  end if;
  if tg_op = 'UPDATE' and new.installation_code <> old.installation_code then
    insert into public.place_change (client_id, installation, places_left, places_entered)
      values (old.client_id, old.installation_code, was, '{}'), (new.client_id, new.installation_code, '{}', becomes);
  elsif was <> becomes then
    insert into public.place_change (client_id, installation, places_left, places_entered)
      values (coalesce(new.client_id, old.client_id), coalesce(new.installation_code, old.installation_code), was, becomes);
  end if;
  return null;
end $$;

drop trigger keep_changed_tally on ticket;
create trigger keep_changed_tally after update on ticket for each row
  when (new.accepted <> old.accepted or new.state <> old.state or new.last_entry_kind <> old.last_entry_kind
    or new.claims_in_a_row <> old.claims_in_a_row or new.blocking_incident is distinct from old.blocking_incident
    or new.assignee is distinct from old.assignee or new.due_at is distinct from old.due_at
    or new.merged_into is distinct from old.merged_into or new.installation_code <> old.installation_code)
  execute function keep_ticket_tally();

alter table tally drop constraint tally_what_check;
alter table tally add constraint tally_what_check
  check (what in ('pending', 'closed', 'talking', 'reply', 'support', 'conclude', 'blocked', 'incident', 'development'));

-- Creating the trigger has taken a lock until the end: nobody writes between it and this.
do $$
begin
  set local role portal_staff;
-- TAKES AWAY: the old totals of tickets, which the next statement counts anew.
  delete from public.tally where what in ('pending', 'closed');
  with counted as materialized (
    select t.client_id, t.installation_code, p.place, count(*) as number
    from public.ticket t cross join lateral unnest(public.places_of(t)) p (place) group by 1, 2, 3
  ), kept as (
    insert into public.tally (client_id, installation_code, what, change)
    select c.client_id, c.installation_code, c.place, c.number from counted c
    where c.place in ('pending', 'closed', 'talking', 'reply', 'support', 'conclude', 'blocked')
  )
  insert into public.queue_total (place, number) select c.place, sum(c.number) from counted c group by 1;
  reset role;
end $$;
