-- What supervisors changed of the settings, above the file; the newest of a group counts. Null: the file's value again.
create table setting_change (
  change_id bigint generated always as identity primary key,
  setting_group text not null check (setting_group in ('names', 'contact', 'appearance', 'promises', 'silence')),
  value jsonb,
  -- The change that this one takes back.
  undoes bigint references setting_change,
  changed_by text not null references technician,
  changed_at timestamptz not null
);
create index setting_change_newest on setting_change (setting_group, change_id desc);
grant select on setting_change to portal_app;
grant select, insert on setting_change to portal_staff;
grant update on provider to portal_staff;
