-- Supervisors look for mails at the console, the newest first, and send one again.
-- TAKES AWAY: an index alone, which the first of these replaces.
drop index mail_newest;
create index mail_newest on mail (created_at desc, mail_id desc);
create index mail_newest_by_state on mail (state, created_at desc, mail_id desc);
create index mail_newest_of_client on mail (client_id, created_at desc, mail_id desc);

alter table mail
  add column resent_at timestamptz,
  add column resent_times smallint not null default 0,
  -- Attempts from before it was sent again: the pauses between attempts begin anew.
  add column earlier_attempts smallint not null default 0;
