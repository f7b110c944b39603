-- A contact's changed address counts once somebody has confirmed it by the link that was mailed there, if links for passwords go to it. Until
-- then the one before does. Customers read nothing of it.
create table contact_new_address (
  client_id bigint not null,
  contact_id bigint not null,
  email text not null,
  token_hash bytea not null unique,
  asked_by text not null,
  asked_at timestamptz not null,
  -- Of the link. What was not confirmed by then stays, so that supervisors see it and send another link.
  expires_at timestamptz not null,
  primary key (client_id, contact_id),
  foreign key (client_id, contact_id) references contact
);
alter table contact_new_address enable row level security;
alter table contact_new_address force row level security;
call open_to_staff('contact_new_address', 'select, insert, update, delete');

-- The link to the new address, and the word of it to the one before.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in ('registered', 'answer', 'closing', 'claim', 'delivered',
  'installed-in-test', 'date-moved', 'valuation', 'silence', 'silence-last-day', 'reminder', 'mended', 'summary', 'password-link',
  'code', 'address-link', 'address-notice'));
