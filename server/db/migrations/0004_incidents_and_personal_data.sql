-- Who asked for a development, where that is known: `mias` of the list.
alter table development
  add column person_id bigint,
  add column contact_id bigint,
  add foreign key (client_id, person_id) references person,
  add foreign key (client_id, contact_id) references contact;

-- Files of developments, as incidents have them.
alter table attachment
  add column development_number bigint,
  add foreign key (client_id, development_number) references development,
  add check (num_nonnulls(ticket_number, incident_number, development_number) <= 1);
create index attachment_by_development on attachment (client_id, development_number) where development_number is not null;
drop index attachment_staged;
create index attachment_staged on attachment (client_id, added_at)
  where ticket_number is null and incident_number is null and development_number is null;

-- The lists of incidents, developments and valuations for who sees the whole client.
create index incident_of_client on incident (client_id, state_at desc, number desc);
create index development_of_client on development (client_id, number desc);
create index valuation_of_client on valuation (client_id, number desc);

-- Who claimed, where it was a person of the portal.
alter table incident_claim add column person_id bigint, add foreign key (client_id, person_id) references person;

-- What persons ask to have changed of their data; technicians handle it.
create table data_change_request (
  client_id bigint not null,
  request_id bigint generated always as identity,
  person_id bigint not null,
  contact_id bigint,
  text text not null,
  requested_at timestamptz not null,
  primary key (client_id, request_id),
  foreign key (client_id, person_id) references person,
  foreign key (client_id, contact_id) references contact
);
create index data_change_request_by_person on data_change_request (client_id, person_id, requested_at desc);
call protect('data_change_request');
