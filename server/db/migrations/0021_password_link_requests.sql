-- A supervisor asks for a link to the password of somebody who has entered already; another one says yes.
create table password_link_request (
  client_id bigint not null,
  contact_id bigint not null,
  username text not null,
  requested_by text not null references technician,
  requested_at timestamptz not null,
  primary key (client_id, contact_id),
  foreign key (client_id, contact_id) references contact
);
alter table password_link_request enable row level security;
alter table password_link_request force row level security;
call open_to_staff('password_link_request', 'select, insert, update, delete');

alter table password_link add column approved_by text;

-- When the password was last set by a link: its owner is told.
alter table credential add column set_by_link_at timestamptz;
