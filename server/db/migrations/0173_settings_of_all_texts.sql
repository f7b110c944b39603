-- Supervisors also change the logo, the legal texts, the limits and the assistant.
alter table setting_change drop constraint setting_change_setting_group_check;
alter table setting_change add constraint setting_change_setting_group_check
  check (setting_group in ('names', 'contact', 'logo', 'appearance', 'legal', 'promises', 'silence', 'limits', 'assistant', 'figures'));

-- Logos by their stamp. None is removed: the history of settings may bring it back.
create table provider_picture (
  stamp text primary key,
  type text not null check (type in ('image/svg+xml', 'image/png', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  sent_by text not null references technician,
  sent_at timestamptz not null
);
grant select on provider_picture to portal_app;
grant select, insert on provider_picture to portal_staff;
