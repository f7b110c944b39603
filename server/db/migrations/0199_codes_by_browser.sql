-- Several browsers may have a code of one mail: whoever it was forwarded to takes none away. `mail_code` had one for each mail; nothing
-- reads it any more.
create table ticket_code (
  client_id bigint not null,
  code_id bigint generated always as identity,
  -- The mail whose link was followed.
  mail_id bigint not null,
  -- Sealed: six digits would be found from a hash.
  code bytea not null,
  -- The browser that asked, and that alone may use it.
  device_hash bytea not null,
  -- From where it was asked for: so many a day from each network.
  network text not null,
  tries smallint not null default 0,
  asked_at timestamptz not null,
  primary key (client_id, code_id),
  foreign key (client_id, mail_id) references mail
);
create index ticket_code_of_mail on ticket_code (client_id, mail_id);
call protect('ticket_code');
call open_to_staff('ticket_code', 'select, delete');
