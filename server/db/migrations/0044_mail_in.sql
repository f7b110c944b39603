-- Mail that comes in. How far the mailbox has been read, and which server reads it: moved in the transaction that records a mail, so
-- that none is recorded twice and none is left out.
create table mailbox (
  only_one boolean primary key default true check (only_one),
  -- IMAP numbers the mails of a mailbox upwards, until it says that it begins anew.
  uid_validity bigint not null default 0,
  last_uid bigint not null default 0,
  -- The server that reads, and until when it may without saying so again.
  held_by uuid,
  held_until timestamptz
);
insert into mailbox default values;
grant select, update on mailbox to portal_staff;

-- A received mail, its verdict, and where it went. Whose it is, is only proposed until somebody or its own marks have decided.
create table received_mail (
  received_id bigint generated always as identity primary key,
  uid_validity bigint not null,
  uid bigint not null,
  -- Of its body, name and sender: the same mail delivered again is known by it.
  fingerprint bytea not null,
  message_name text not null,
  -- Null for an address that cannot be one.
  sender text,
  sender_name text not null,
  subject text not null,
  received_at timestamptz not null,
  proof text not null check (proof in ('pass', 'fail', 'none')),
  state text not null check (state in ('waiting', 'joined', 'raised', 'discarded', 'ignored')),
  -- Why it waits or was ignored.
  reason text check (reason in ('new', 'unproven', 'not-theirs', 'contradictory', 'odd-sender', 'ticket-closed', 'ticket-over',
    'no-words', 'too-large', 'unreadable', 'too-many', 'auto-reply', 'bounce', 'loop', 'duplicate')),
  -- What its author wrote, and what the mail quotes, with the signature.
  said text not null,
  rest text not null,
  -- Of each file its name, type, size, and why it cannot be attached.
  files jsonb not null default '[]',
  bytes bigint not null,
  -- The whole mail, in the store of files, for a while.
  raw_file text unique check (length(raw_file) >= 22),
  -- The client and contact with that address, if there is just one.
  for_client bigint references client,
  for_contact bigint,
  -- The ticket that it joined or became, or the one that it names.
  ticket_number bigint,
  decided_by text references technician,
  decided_at timestamptz,
  unique (uid_validity, uid),
  foreign key (for_client, for_contact) references contact (client_id, contact_id),
  foreign key (for_client, ticket_number) references ticket (client_id, number),
  check (ticket_number is null or for_client is not null),
  check (state not in ('joined', 'raised') or ticket_number is not null)
);
create index received_mail_newest on received_mail (state, received_id desc);
create index received_mail_of_sender on received_mail (sender, received_at);
create index received_mail_by_print on received_mail (fingerprint);
create index received_mail_by_ticket on received_mail (for_client, ticket_number) where ticket_number is not null;
create index received_mail_raw on received_mail (received_at) where raw_file is not null;
grant select, insert, update, delete on received_mail to portal_staff;

-- A customer's mail is a customer's act, though no session of theirs brings it.
create or replace function event_actor() returns text language sql stable as $$
  select case when current_user = 'portal_app' or current_setting('app.by_mail', true) = 'yes' then 'customer' else 'technician' end
$$;
