-- A technician's changed address counts once somebody has confirmed it by the link that was mailed there. Until then the one before does.
create table technician_new_address (
  username text primary key references technician,
  email text not null,
  token_hash bytea not null unique,
  asked_by text not null,
  asked_at timestamptz not null,
  -- Of the link. What was not confirmed by then stays, so that supervisors see it and send another link.
  expires_at timestamptz not null,
  -- A mail server refused the address.
  refusal text not null default ''
);
grant select, insert, update, delete on technician_new_address to portal_staff;

-- The link to the new address, and the word of it to the one before.
alter table technician_mail drop constraint technician_mail_kind_check;
alter table technician_mail add constraint technician_mail_kind_check
  check (kind in ('password-link', 'notifications', 'address-link', 'address-notice'));

-- Supervisors read these mails at the console, newest first.
create index technician_mail_by_creation on technician_mail (created_at, mail_id);
