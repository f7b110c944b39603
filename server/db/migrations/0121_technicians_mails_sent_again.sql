-- Supervisors send technicians' mails again, as they do customers'.
alter table technician_mail
  -- Those from before it was sent again.
  add column earlier_attempts smallint not null default 0,
  -- When a supervisor last had it sent again, or another link made in its place.
  add column resent_at timestamptz,
  add column resent_times smallint not null default 0;
