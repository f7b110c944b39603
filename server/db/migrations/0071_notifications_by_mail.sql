-- Technicians without an open console get their notifications by mail, several in one.
alter table technician_mail
  add column kind text not null default 'password-link' check (kind in ('password-link', 'notifications'));

-- The mail that tells of it; null: none does.
alter table notification add column mail_id bigint;

-- When a console of theirs was last open, in which language: noted every minute while it is.
create table console_open (
  username text primary key references technician,
  at timestamptz not null,
  language text not null check (language in ('es', 'en'))
);
grant select, insert, update on console_open to portal_staff;

alter table technician
  -- The kinds of notifications that they do not want by mail.
  add column unmailed text[] not null default '{}',
  -- No link is mailed by request to an address that was changed a moment ago.
  add column email_changed_at timestamptz,
  -- A mail server refused the address.
  add column email_refused_at timestamptz,
  add column email_refusal text not null default '';
