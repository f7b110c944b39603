-- Who a technician is at the company's identity provider: its issuer and the number there (sub), and nothing else. The
-- start fills in the issuer where there was none yet.
alter table technician
  add column issuer text,
  -- Binds once: who comes with this address verified, and nobody is bound yet, waits for a supervisor.
  add column email text unique check (email = lower(email));
update technician set email = lower(subject), subject = null where subject like '%@%';
alter table technician add check (issuer is null or subject is not null);

-- Somebody at the provider who has come with a technician's verified address; a supervisor says whether it is them.
create table identity_request (
  username text not null references technician,
  issuer text not null,
  subject text not null,
  email text not null,
  requested_at timestamptz not null,
  primary key (username, issuer, subject)
);
grant select, insert, update, delete on identity_request to portal_staff;
