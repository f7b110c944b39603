-- Failures of one user from everywhere, by which those who are not known wait longer and longer.
create index failed_login_of_user on failed_login (username, at);

-- What the clock showed when the jobs last looked at it, and since when they stand still because it cannot be right.
create table job_clock (
  only_one boolean primary key default true check (only_one),
  seen_at timestamptz,
  stopped_at timestamptz,
  reason text check (reason in ('step', 'apart', 'gap')),
  -- How many times a supervisor has let them go on: each server then takes the clock as it is.
  releases int not null default 0,
  check ((stopped_at is null) = (reason is null))
);
insert into job_clock default values;
grant select, update on job_clock to portal_staff;
