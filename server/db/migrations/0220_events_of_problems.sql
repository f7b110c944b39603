-- Customers read a published problem in their tickets and incidents: open screens show what changes in it.
create function tell_problem() returns trigger language plpgsql as $$
declare
  about record;
begin
  for about in select i.client_id, i.number from public.incident i where i.problem_id = new.problem_id order by i.client_id, i.number
  loop
    perform public.tell_event(about.client_id, 'change', 'incident', about.number, public.event_actor());
  end loop;
  return null;
end $$;
create constraint trigger tells after update on product_problem deferrable initially deferred
  for each row when ((old.published or new.published)
    and (old.published, old.title, old.workaround, old.mended_version, old.planned_on, old.state)
      is distinct from (new.published, new.title, new.workaround, new.mended_version, new.planned_on, new.state))
  execute function tell_problem();
