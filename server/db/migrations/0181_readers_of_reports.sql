-- The contacts to whom the month's report is mailed: chosen by an administrator of the client, and kept out by the reader's own word, which
-- no later choice overrules.
create table report_reader (
  client_id bigint not null,
  contact_id bigint not null,
  chosen boolean not null,
  declined_at timestamptz,
  primary key (client_id, contact_id),
  foreign key (client_id, contact_id) references contact
);
call protect('report_reader');
call open_to_staff('report_reader', 'select');

-- The last month whose report was put into the outbox, once for each client.
create table mailed_report (
  client_id bigint primary key references client,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  mailed_at timestamptz not null
);
alter table mailed_report enable row level security;
alter table mailed_report force row level security;
call open_to_staff('mailed_report', 'select, insert, update');

alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in ('registered', 'answer', 'closing', 'claim', 'delivered',
  'installed-in-test', 'date-moved', 'valuation', 'silence', 'silence-last-day', 'reminder', 'mended', 'report', 'summary',
  'password-link', 'code', 'address-link', 'address-notice'));
-- A report's number is its month: 202611.
alter table mail drop constraint mail_subject_check;
alter table mail add constraint mail_subject_check check (subject in ('incident', 'development', 'valuation', 'problem', 'report'));
