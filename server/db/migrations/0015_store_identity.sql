-- One id for this database and the folder of its attachments: a folder that carries another one is another portal's.
create table store_identity (
  id uuid primary key default gen_random_uuid(),
  only_one boolean not null default true unique check (only_one)
);
insert into store_identity default values;
grant select on store_identity to portal_staff;

-- What the files of a client, and of a person, take up.
create index attachment_stored on attachment (client_id, person_id) include (bytes);
