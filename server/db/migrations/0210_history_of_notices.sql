-- What became of each notice above the customers' screens. Null: it was not there before, or is not there any more.
create table notice_change (
  change_id bigint generated always as identity primary key,
  notice_id bigint not null,
  before jsonb,
  after jsonb,
  -- The change that this one takes back.
  undoes bigint references notice_change,
  changed_by text not null references technician,
  changed_at timestamptz not null,
  check (num_nonnulls(before, after) > 0)
);
create index notice_change_newest on notice_change (notice_id, change_id desc);
grant select, insert on notice_change to portal_staff;
