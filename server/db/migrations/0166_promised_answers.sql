-- Until when an answer was due, noted as it is given; null if none was awaited, and for answers from before.
alter table entry add column promised_at timestamptz;

-- Whether the desk's figures may be shown by technician.
alter table setting_change drop constraint setting_change_setting_group_check;
alter table setting_change add constraint setting_change_setting_group_check
  check (setting_group in ('names', 'contact', 'appearance', 'promises', 'silence', 'figures'));
