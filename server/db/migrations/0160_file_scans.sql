-- Files that no scanner has called clean: those that wait for one, and those in which one has found something. Every other file of the
-- store has been scanned, or no scanner was set when it came.
create table file_scan (
  file_id text primary key check (length(file_id) >= 22),
  state text not null check (state in ('waiting', 'infected')),
  -- What was found, in the scanner's own words.
  found text not null default '' check (length(found) <= 200),
  since timestamptz not null,
  -- When it was last looked at, or tried to be.
  tried_at timestamptz not null,
  check ((state = 'infected') = (found <> ''))
);
create index file_scan_due on file_scan (state, tried_at);
grant select, insert, update, delete on file_scan to portal_staff;
