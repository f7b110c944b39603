-- A filter and order of the queue under a name.
create table saved_view (
  saved_view_id bigint generated always as identity primary key,
  -- Null: the team's.
  username text references technician,
  name text not null check (char_length(name) between 1 and 60),
  view text not null,
  filter jsonb not null,
  ordered text,
  created_at timestamptz not null
);
create unique index saved_view_by_name on saved_view (coalesce(username, ''), lower(name));
grant select, insert, update, delete on saved_view to portal_staff;
