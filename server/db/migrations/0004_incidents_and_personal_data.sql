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

-- The list of incidents for who sees the whole client; developments and valuations are in order by their keys.
create index incident_of_client on incident (client_id, state_at desc, number desc);

-- What tickets in progress are counted by stands in the index too: whose turn they are is read nowhere else.
drop index ticket_in_progress_of_installation, ticket_in_progress_of_client;
create index ticket_in_progress_of_installation on ticket (client_id, installation_code, last_entry_at desc, number desc)
  include (state, last_entry_kind, blocking_incident) where not accepted;
create index ticket_in_progress_of_client on ticket (client_id, last_entry_at desc, number desc)
  include (state, last_entry_kind, blocking_incident) where not accepted;

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
