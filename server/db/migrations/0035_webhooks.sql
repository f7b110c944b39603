-- Where other programs are told of what happens.
create table webhook (
  webhook_id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Sealed.
  secret bytea not null,
  -- The secret from before the last rotation, which signs beside it for a while.
  previous_secret bytea,
  previous_until timestamptz,
  -- The last event that was looked at: each is told once.
  reached bigint not null,
  active boolean not null default true,
  -- Since when every delivery has failed; null after one that arrived.
  failing_since timestamptz,
  -- When the portal itself gave up on the address.
  given_up_at timestamptz,
  created_by text not null references technician,
  created_at timestamptz not null,
  revision integer not null default 1,
  check ((previous_secret is null) = (previous_until is null)),
  check (given_up_at is null or not active)
);
grant select, insert, update, delete on webhook to portal_staff;

create table webhook_delivery (
  webhook_id bigint not null references webhook on delete cascade,
  event_id bigint not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'dead')),
  attempts smallint not null default 0,
  -- While it waits: when it is tried, or may be taken from a server that died with it.
  next_at timestamptz not null,
  created_at timestamptz not null,
  tried_at timestamptz,
  -- What the other side answered, or why nothing could be sent.
  outcome text,
  primary key (webhook_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where state = 'waiting';
create index webhook_delivery_dead on webhook_delivery (webhook_id, event_id) where state = 'dead';
create index webhook_delivery_by_age on webhook_delivery (created_at);
grant select, insert, update, delete on webhook_delivery to portal_staff;
