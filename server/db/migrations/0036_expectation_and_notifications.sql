-- How long the tickets of a module took lately, in minutes of open office, of all clients together: too few cases have no row,
-- so that nobody recognises anybody in it.
create table module_pace (
  module_number bigint primary key references module,
  cases integer not null check (cases >= 20),
  -- Half of them took at most so long, and four of five.
  median_minutes integer not null,
  mostly_minutes integer not null check (mostly_minutes >= median_minutes),
  computed_at timestamptz not null
);
grant select on module_pace to portal_app;
grant select, insert, update, delete on module_pace to portal_staff;

-- What a technician should learn of at once. It names the record alone: its client is asked when it is opened.
create table notification (
  notification_id bigint generated always as identity primary key,
  username text not null references technician,
  kind text not null check (kind in ('assigned', 'replied', 'claimed', 'third-claim', 'not-working', 'decided', 'promise-near',
    'promise-broken', 'mentioned')),
  subject text not null check (subject in ('ticket', 'incident', 'development', 'valuation')),
  number bigint not null,
  -- What gave rise to it, such as an event's number: each once for each person.
  cause text not null,
  at timestamptz not null,
  read_at timestamptz,
  unique (username, kind, cause)
);
create index notification_of on notification (username, notification_id desc);
create index notification_unread on notification (username, notification_id) where read_at is null;
create index notification_by_age on notification (at);
grant select, insert, update, delete on notification to portal_staff;

-- The last event that notifications were made of; one row.
create table notification_cursor (
  reached bigint not null
);
insert into notification_cursor select coalesce(max(event_id), 0) from event;
grant select, update on notification_cursor to portal_staff;

alter table technician add column silenced text[] not null default '{}';

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_closed_of_module;
create index concurrently ticket_closed_of_module on ticket (module_number, closed_at desc) where closed_at is not null;
