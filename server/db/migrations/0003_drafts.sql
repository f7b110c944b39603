-- What somebody has begun to write: a new ticket, or a message for one. It belongs to the person, not to a session.
create table draft (
  client_id bigint not null,
  draft_id bigint generated always as identity,
  person_id bigint not null,
  -- Null: a new ticket.
  ticket_number bigint,
  content jsonb not null,
  -- Staged files that wait with it, and are not swept while they do.
  files text[] not null default '{}',
  -- Under it what was drafted is sent, from whichever tab, and so happens once.
  act_key text not null default gen_random_uuid()::text,
  saved_at timestamptz not null,
  primary key (client_id, draft_id),
  unique nulls not distinct (client_id, person_id, ticket_number),
  foreign key (client_id, person_id) references person,
  foreign key (client_id, ticket_number) references ticket
);
create index draft_by_age on draft (client_id, saved_at);

call protect('draft');
