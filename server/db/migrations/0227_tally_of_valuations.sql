-- How many valuations await the client's answer is kept as well: the counters read each of them, twice.
-- A valuation is the client's, of no installation.
alter table tally alter column installation_code drop not null;
alter table tally drop constraint tally_what_check;
alter table tally add constraint tally_what_check
  check (what in ('pending', 'closed', 'talking', 'reply', 'support', 'conclude', 'blocked', 'incident', 'development', 'valuation'));
-- All others have an installation.
alter table tally add constraint tally_installation_check check ((installation_code is null) = (what = 'valuation'));

-- With a client everything goes at once, its tally too.
create function keep_valuation_tally() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.decision is null and old.closed_at is null;
  becomes boolean := tg_op <> 'DELETE' and new.decision is null and new.closed_at is null;
begin
  if was <> becomes then
    insert into public.tally (client_id, what, change)
      select c.client_id, 'valuation', case when becomes then 1 else -1 end
      from public.client c where c.client_id = coalesce(new.client_id, old.client_id);
  end if;
  return null;
end $$;

create trigger keep_tally after insert or delete on valuation for each row execute function keep_valuation_tally();
create trigger keep_changed_tally after update on valuation for each row
  when ((new.decision is null) <> (old.decision is null) or (new.closed_at is null) <> (old.closed_at is null))
  execute function keep_valuation_tally();

-- An offer that has expired still awaits an answer, but cannot be decided today: these few are counted.
create index valuation_expiring_of_client on valuation (client_id, valid_until)
  where decision is null and closed_at is null and valid_until is not null;

-- Creating the triggers has taken locks until the end: nobody writes between them and this.
do $$
begin
  set local role portal_staff;
  insert into public.tally (client_id, what, change)
    select client_id, 'valuation', count(*) from public.valuation where decision is null and closed_at is null group by 1;
  reset role;
end $$;
