-- What happened, written in the transaction that made it happen: the one source of live streams, mail, notices and webhooks.
-- No reference to the client: it would wait for whoever holds the client's row, and hold up everybody's commit (below).
create table event (
  client_id bigint not null,
  -- In the order of the commits: whoever has read up to a number finds nothing new below it, ever.
  event_id bigint generated always as identity,
  kind text not null check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection', 'acceptance', 'withdrawal',
    'silence', 'abandonment', 'merge', 'question', 'assistance', 'state', 'situation', 'planned-delivery', 'planned-test',
    'planned-production', 'installed-test', 'installed-production', 'validation', 'link', 'unlink', 'correction', 'file',
    'change', 'assignment', 'internal-note', 'presence', 'silence-warning', 'opened', 'decision')),
  subject text not null check (subject in ('ticket', 'incident', 'development', 'valuation')),
  -- The subject's.
  number bigint not null,
  actor text not null check (actor in ('customer', 'technician', 'portal')),
  at timestamptz not null,
  primary key (client_id, event_id)
);
create index event_in_order on event (event_id);
create index event_by_age on event (at);
call protect('event');
call open_to_staff('event', 'select, insert, delete');

-- Runs at the commit and not before. The lock makes the numbers of those who commit at the same time follow the order in
-- which they become visible, and is held for no longer than the commit; NOTIFY, which tells the servers, takes one of its own there.
create function tell_event(client bigint, kind text, subject text, number bigint, actor text) returns void
language plpgsql as $$
begin
  -- What is loaded did not happen now.
  if current_setting('app.untold', true) = 'yes' then return; end if;
  perform pg_catalog.pg_advisory_xact_lock(7320119);
  insert into public.event (client_id, kind, subject, number, actor, at)
    values (client, kind, subject, number, actor, clock_timestamp());
  perform pg_catalog.pg_notify('portal_event', '');
end $$;

create function event_actor() returns text language sql stable as $$
  select case current_user when 'portal_app' then 'customer' else 'technician' end
$$;

create function tell_entry() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id, case tg_op when 'UPDATE' then 'correction' else new.kind end, 'ticket', new.ticket_number,
    case when new.kind in ('silence', 'abandonment', 'assistance') then 'portal'
      when new.kind in ('answer', 'merge') then 'technician'
      else public.event_actor() end);
  return null;
end $$;

create function tell_ticket() returns trigger language plpgsql as $$
begin
  if new.assignee is distinct from old.assignee then
    perform public.tell_event(new.client_id, 'assignment', 'ticket', new.number, public.event_actor());
  end if;
  if new.first_warned_at > coalesce(old.first_warned_at, '-infinity')
    or new.last_warned_at > coalesce(old.last_warned_at, '-infinity') then
    perform public.tell_event(new.client_id, 'silence-warning', 'ticket', new.number, 'portal');
  end if;
  -- Where it stands is told by the entry that made it stand there.
  if to_jsonb(new) - public.told_of_ticket() <> to_jsonb(old) - public.told_of_ticket() then
    perform public.tell_event(new.client_id, 'change', 'ticket', new.number, public.event_actor());
  end if;
  return null;
end $$;
create function told_of_ticket() returns text[] language sql immutable as $$
  select array['assignee', 'technician', 'first_warned_at', 'last_warned_at', 'silence_warned_for', 'state', 'accepted', 'rating',
    'last_entry_kind', 'last_entry_at', 'closed_at', 'last_claim_at', 'claims_in_a_row', 'due_at', 'silent_acceptance_at',
    'accepted_by_silence']
$$;

-- Of an incident or a development, the name of its table.
create function tell_work() returns trigger language plpgsql as $$
declare
  told constant text[] := array['state', 'situation', 'state_at', 'delivered_on', 'planned_delivery', 'planned_test',
    'test_installed_on', 'planned_production', 'production_installed_on', 'validation'];
begin
  if tg_op = 'INSERT' then
    perform public.tell_event(new.client_id, 'opened', tg_table_name, new.number, public.event_actor());
  elsif to_jsonb(new) - told <> to_jsonb(old) - told then
    perform public.tell_event(new.client_id, 'change', tg_table_name, new.number, public.event_actor());
  end if;
  return null;
end $$;

create function tell_work_event() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id, new.kind,
    case when new.incident_number is null then 'development' else 'incident' end,
    coalesce(new.incident_number, new.development_number), public.event_actor());
  return null;
end $$;

create function tell_incident_claim() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id, 'claim', 'incident', new.incident_number, public.event_actor());
  return null;
end $$;

create function tell_valuation() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id,
    case when tg_op = 'INSERT' then 'opened'
      when new.decision is distinct from old.decision then 'decision'
      else 'change' end,
    'valuation', new.number, public.event_actor());
  return null;
end $$;

create function tell_file() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id, 'file',
    case when new.ticket_number is not null then 'ticket'
      when new.incident_number is not null then 'incident'
      else 'development' end,
    coalesce(new.ticket_number, new.incident_number, new.development_number), public.event_actor());
  return null;
end $$;

create function tell_internal_note() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id, 'internal-note', 'ticket', new.ticket_number, 'technician');
  return null;
end $$;

create function tell_presence() returns trigger language plpgsql as $$
begin
  perform public.tell_event(coalesce(new.client_id, old.client_id), 'presence', 'ticket',
    coalesce(new.ticket_number, old.ticket_number), 'technician');
  return null;
end $$;

create constraint trigger tells after insert on entry deferrable initially deferred
  for each row execute function tell_entry();
create constraint trigger tells_correction after update on entry deferrable initially deferred
  for each row when (old.text is distinct from new.text) execute function tell_entry();
create constraint trigger tells after update on ticket deferrable initially deferred
  for each row when (old is distinct from new) execute function tell_ticket();
create constraint trigger tells after insert or update on incident deferrable initially deferred
  for each row execute function tell_work();
create constraint trigger tells after insert or update on development deferrable initially deferred
  for each row execute function tell_work();
create constraint trigger tells after insert on work_event deferrable initially deferred
  for each row execute function tell_work_event();
create constraint trigger tells after insert on incident_claim deferrable initially deferred
  for each row execute function tell_incident_claim();
create constraint trigger tells after insert on valuation deferrable initially deferred
  for each row execute function tell_valuation();
create constraint trigger tells_change after update on valuation deferrable initially deferred
  for each row when (old is distinct from new) execute function tell_valuation();
create constraint trigger tells after insert on attachment deferrable initially deferred
  for each row when (num_nonnulls(new.ticket_number, new.incident_number, new.development_number) > 0)
  execute function tell_file();
create constraint trigger tells_binding after update on attachment deferrable initially deferred
  for each row when (num_nonnulls(old.ticket_number, old.incident_number, old.development_number) = 0
    and num_nonnulls(new.ticket_number, new.incident_number, new.development_number) > 0)
  execute function tell_file();
create constraint trigger tells after insert on internal_note deferrable initially deferred
  for each row execute function tell_internal_note();
create constraint trigger tells after insert or delete on presence deferrable initially deferred
  for each row execute function tell_presence();
create constraint trigger tells_writing after update on presence deferrable initially deferred
  for each row when (old.writing is distinct from new.writing) execute function tell_presence();

-- A session that is ended, and not merely tidied away: its streams end.
create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('portal_session', tg_argv[0] || ' ' || old.session_id);
  return null;
end $$;
create trigger tells after delete on session for each row execute function tell_session('customer');
create trigger tells after delete on technician_session for each row execute function tell_session('technician');
