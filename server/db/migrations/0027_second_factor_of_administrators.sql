-- A second factor of the administrators who log in by hand, as technicians have one (0005).
alter table credential
  add column totp_secret bytea,
  add column totp_confirmed boolean not null default false,
  add column totp_used_step bigint not null default 0,
  -- When Support last took it away: its owner is told.
  add column second_factor_reset_at timestamptz,
  add check (not totp_confirmed or totp_secret is not null);

create table credential_recovery_code (
  client_id bigint not null,
  contact_id bigint not null,
  code_hash bytea not null,
  primary key (client_id, contact_id, code_hash),
  foreign key (client_id, contact_id) references credential
);
call protect('credential_recovery_code');
call open_to_staff('credential_recovery_code', 'select, delete');

-- Whether its administrators enter by password with a second factor alone.
alter table client add column second_factor_required boolean not null default false;
