-- The mail outbox: each mail once, made from an event in the transaction that moves the cursor beyond it. It names records and
-- holds no text: the mail is written from them as it leaves.
create table mail (
  client_id bigint not null,
  mail_id bigint generated always as identity,
  kind text not null check (kind in ('registered', 'answer', 'closing', 'claim', 'delivered', 'installed-in-test', 'date-moved',
    'valuation', 'silence', 'silence-last-day', 'reminder', 'summary', 'password-link')),
  -- What it is sent for, once for each reader: an event, or an act of the portal's own.
  cause text not null,
  -- The ticket whose thread it joins.
  ticket_number bigint,
  -- The work or the valuation that it tells of.
  subject text check (subject in ('incident', 'development', 'valuation')),
  number bigint,
  reader text not null,
  -- From the record or the signed entry alone.
  email text not null,
  language text not null check (language in ('es', 'en')),
  -- Its Message-ID, the same in every attempt.
  message_name text not null unique,
  -- When the ticket will count as accepted, or the link ends.
  ends_at timestamptz,
  username text,
  -- A password link's token, sealed; forgotten as soon as the mail is settled.
  secret bytea,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'possibly-sent', 'failed', 'suppressed')),
  -- It waits for others of its reader, to leave with them in one mail.
  folds boolean not null default false,
  -- The mail that it left with.
  summary_id bigint,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  taken_at timestamptz,
  -- The mail server began to receive the text.
  handed_at timestamptz,
  settled_at timestamptz,
  last_error text not null default '',
  primary key (client_id, mail_id),
  unique (client_id, cause, email),
  foreign key (client_id, ticket_number) references ticket,
  foreign key (client_id, summary_id) references mail,
  check ((subject is null) = (number is null)),
  check (secret is null or state in ('queued', 'sending'))
);
create index mail_due on mail (due_at, mail_id) where state = 'queued';
create index mail_being_sent on mail (taken_at) where state = 'sending';
create index mail_newest on mail (mail_id desc);
create index mail_of_ticket on mail (client_id, ticket_number, mail_id) where ticket_number is not null;
create index mail_of_reader on mail (client_id, email, settled_at);
call protect('mail');
call open_to_staff('mail', 'select, insert, update, delete');

-- What is known of a reader's address: the language used last, how they want to be told, and that a mail server refused it.
create table mail_address (
  client_id bigint not null,
  email text not null,
  language text not null default 'es' check (language in ('es', 'en')),
  choice text not null default 'at-once' check (choice in ('at-once', 'daily', 'acts')),
  refused_at timestamptz,
  refusal text not null default '',
  primary key (client_id, email),
  foreign key (client_id) references client
);
call protect('mail_address');
call open_to_staff('mail_address', 'select, insert, update');

-- The last event that mails were made of.
create table mail_cursor (
  only_one boolean primary key default true check (only_one),
  event_id bigint not null
);
grant select, update on mail_cursor to portal_staff;
-- What happened before is not told any more.
alter table event no force row level security;
insert into mail_cursor (event_id) select coalesce(max(event_id), 0) from event;
alter table event force row level security;
