-- When the mailbox was last read to its end, and why it cannot be read since: every server shows it to supervisors at the console.
alter table mailbox
  add column read_at timestamptz,
  add column trouble text check (trouble in ('refused', 'missing', 'insecure', 'unreachable', 'no-room', 'other')),
  -- In the mail server's own words.
  add column trouble_said text not null default '' check (length(trouble_said) <= 300),
  add column trouble_since timestamptz,
  add check ((trouble is null) = (trouble_since is null));
