-- «He olvidado la contraseña»: who typed what at a login is answered at once and in the same way; whom it concerns is found out
-- afterwards, by whoever sends the mails.
create table forgotten_password (
  request_id bigint generated always as identity primary key,
  -- Asked at the console's login.
  of_technician boolean not null,
  -- A user name or an address; sealed, because people type their password there by mistake.
  typed bytea not null,
  language text not null check (language in ('es', 'en')),
  requested_at timestamptz not null
);
-- Updated by nobody: the right is for the lock with which one server takes a request.
grant select, insert, update, delete on forgotten_password to portal_staff;

-- No link is mailed to an address that was changed a moment ago: whoever changes it would act in its owner's name.
alter table contact add column email_changed_at timestamptz;
-- Whom an address belongs to, of all clients.
create index contact_by_email on contact (lower(email)) where email <> '';

-- The outbox of technicians' links for a password, who are no client's: as in that of customers (`mail`), a mail names records and
-- holds no text.
create table technician_mail (
  mail_id bigint generated always as identity primary key,
  username text not null references technician,
  -- From the technician's record alone.
  email text not null,
  language text not null check (language in ('es', 'en')),
  -- Its Message-ID, the same in every attempt.
  message_name text not null unique,
  -- When the link ends.
  ends_at timestamptz,
  -- A password link's token, sealed; forgotten as soon as the mail is settled.
  secret bytea,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'possibly-sent', 'failed', 'suppressed')),
  attempts smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  taken_at timestamptz,
  -- The mail server began to receive the text.
  handed_at timestamptz,
  settled_at timestamptz,
  last_error text not null default '',
  check (secret is null or state in ('queued', 'sending'))
);
create index technician_mail_due on technician_mail (due_at, mail_id) where state in ('queued', 'sending');
create index technician_mail_of_technician on technician_mail (username, created_at);
grant select, insert, update, delete on technician_mail to portal_staff;
