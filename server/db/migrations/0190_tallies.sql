-- How many tickets, incidents and developments each installation of a client has. Lists and counters told it by counting every
-- row at each look. Each change adds a row, so that no two transactions wait for each other; housekeeping adds them up.
create table tally (
  client_id bigint not null,
  tally_id bigint generated always as identity,
  installation_code text not null,
  -- Tickets in progress and accepted ones, without joined ones.
  what text not null check (what in ('pending', 'closed', 'incident', 'development')),
  change int not null,
  primary key (client_id, tally_id),
  foreign key (client_id, installation_code) references installation
);
create index tally_of_client on tally (client_id, what, installation_code) include (change);
call protect('tally');
call open_to_staff('tally', 'select, insert, delete');

-- With a client everything goes at once: its installation may be gone already, and its tally with it.
create function keep_ticket_tally() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.merged_into is null then
    insert into public.tally (client_id, installation_code, what, change)
      select i.client_id, i.code, case when old.accepted then 'closed' else 'pending' end, -1
      from public.installation i where i.client_id = old.client_id and i.code = old.installation_code;
  end if;
  if tg_op <> 'DELETE' and new.merged_into is null then
    insert into public.tally (client_id, installation_code, what, change)
      values (new.client_id, new.installation_code, case when new.accepted then 'closed' else 'pending' end, 1);
  end if;
  return null;
end $$;

-- Of incidents and developments; the trigger says which.
create function keep_work_tally() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into public.tally (client_id, installation_code, what, change)
      select i.client_id, i.code, tg_table_name, -1
      from public.installation i where i.client_id = old.client_id and i.code = old.installation_code;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.tally (client_id, installation_code, what, change)
      values (new.client_id, new.installation_code, tg_table_name, 1);
  end if;
  return null;
end $$;

create trigger keep_tally after insert or delete on ticket for each row execute function keep_ticket_tally();
create trigger keep_changed_tally after update on ticket for each row
  when (new.accepted <> old.accepted or new.installation_code <> old.installation_code
    or (new.merged_into is null) <> (old.merged_into is null))
  execute function keep_ticket_tally();
create trigger keep_tally after insert or delete on incident for each row execute function keep_work_tally();
create trigger keep_changed_tally after update on incident for each row
  when (new.installation_code <> old.installation_code) execute function keep_work_tally();
create trigger keep_tally after insert or delete on development for each row execute function keep_work_tally();
create trigger keep_changed_tally after update on development for each row
  when (new.installation_code <> old.installation_code) execute function keep_work_tally();

-- Creating the triggers has taken locks until the end: nobody writes between them and this. Counting a million tickets takes a second.
do $$
begin
  set local role portal_staff;
  insert into public.tally (client_id, installation_code, what, change)
    select client_id, installation_code, case when accepted then 'closed' else 'pending' end, count(*)
      from public.ticket where merged_into is null group by 1, 2, 3
    union all select client_id, installation_code, 'incident', count(*) from public.incident group by 1, 2
    union all select client_id, installation_code, 'development', count(*) from public.development group by 1, 2;
  reset role;
end $$;
