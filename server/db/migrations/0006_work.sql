-- Where the work on an incident or a development stands, on which days it got there, and for when the rest is planned.
-- The owner, whom row level security binds too, fills in what was there before.
alter table incident no force row level security;
alter table development no force row level security;

alter table incident
  add column delivered_on date,
  add column planned_test date,
  add column test_installed_on date,
  add column planned_production date,
  add column production_installed_on date;
update incident set
  delivered_on = case when state in ('delivered', 'installed-in-test', 'installed-in-production') or situation = 'ENTREGADO'
    then (state_at at time zone 'Europe/Madrid')::date end,
  test_installed_on = case when state = 'installed-in-test' then (state_at at time zone 'Europe/Madrid')::date end,
  production_installed_on = case when state = 'installed-in-production' then (state_at at time zone 'Europe/Madrid')::date end;

alter table development
  -- Null: it is as it was raised.
  add column state_at timestamptz,
  add column delivered_on date,
  add column planned_test date,
  add column test_installed_on date,
  add column planned_production date,
  add column production_installed_on date;
update development set
  state_at = installed_on::timestamp at time zone 'Europe/Madrid',
  -- Of those that are merely delivered nobody wrote down when.
  delivered_on = case when state in ('installed-in-test', 'installed-in-production') then installed_on end,
  test_installed_on = case when state = 'installed-in-test' then installed_on end,
  production_installed_on = case when state = 'installed-in-production' then installed_on end;
-- The day of the state that it is in: each has a column of its own now.
alter table development drop column installed_on;

alter table incident force row level security;
alter table development force row level security;

-- What domain/work.ts says of a row, for the lists of all clients.
create function work_is_open(state text, situation text) returns boolean language sql immutable parallel safe as $$
  select state not in ('delivered', 'installed-in-production', 'cancelled', 'expired', 'returned')
    and coalesce(situation, '') <> 'ENTREGADO'
$$;
create function next_planned(state text, situation text, delivery date, production date) returns date
language sql immutable parallel safe as $$
  select case when not public.work_is_open(state, situation) then null
    when state = 'installed-in-test' then production else delivery end
$$;

create index incident_open on incident (number desc) where work_is_open(state, situation);
create index incident_by_number on incident (number desc);
create index incident_by_state on incident (state, number desc);
create index incident_planned on incident (next_planned(state, situation, planned_delivery, planned_production), number)
  where work_is_open(state, situation);
create index incident_by_words on incident using gin (search_words(title));
create index development_open on development (number desc) where work_is_open(state, null);
create index development_by_number on development (number desc);
create index development_by_state on development (state, number desc);
create index development_planned on development (next_planned(state, null, planned_delivery, planned_production), number)
  where work_is_open(state, null);
create index development_by_words on development using gin (search_words(title || ' ' || budget));

alter table work_event
  drop constraint work_event_kind_check,
  add constraint work_event_kind_check check (kind in ('state', 'situation', 'planned-delivery', 'planned-test',
    'planned-production', 'installed-test', 'installed-production', 'validation', 'link', 'unlink'));

alter table valuation
  add column decision_text text not null default '',
  -- Taken off the client's valuations in progress.
  add column closed_at timestamptz;
create index valuation_by_number on valuation (number desc);
create index valuation_undecided on valuation (number desc) where decision is null and closed_at is null;
create index valuation_by_ticket on valuation (client_id, ticket_number) where ticket_number is not null;
create index valuation_by_development on valuation (client_id, development_number) where development_number is not null;
create index valuation_by_words on valuation using gin (search_words(description));

-- The valuation that a ticket asks about.
alter table ticket
  add column valuation_number bigint,
  add foreign key (client_id, valuation_number) references valuation;
create index ticket_by_valuation on ticket (client_id, valuation_number) where valuation_number is not null;
