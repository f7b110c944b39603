-- Jobs that are due and do not run, as a server has seen it, and since when: supervisors are told at the console.
alter table job_clock
  add column late text[] not null default '{}',
  add column late_since timestamptz,
  add check ((late = '{}') = (late_since is null));
