-- Under it a person's browsers keep what they could not save yet. Sealed: a copy of the database alone opens nothing.
create table draft_key (
  client_id bigint not null,
  person_id bigint not null,
  sealed bytea not null,
  primary key (client_id, person_id),
  foreign key (client_id, person_id) references person
);

call protect('draft_key');
