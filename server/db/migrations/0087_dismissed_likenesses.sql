-- Tickets that say the same as others of their module, of which a technician has decided that they are no problem of the product.
create table dismissed_likeness (
  client_id bigint not null,
  ticket_number bigint not null,
  dismissed_by text not null references technician,
  dismissed_at timestamptz not null,
  primary key (client_id, ticket_number),
  foreign key (client_id, ticket_number) references ticket
);
alter table dismissed_likeness enable row level security;
alter table dismissed_likeness force row level security;
call open_to_staff('dismissed_likeness', 'select, insert');
