-- An incident may be one of a problem of the product, which other clients meet as well.
alter table incident add column problem_id bigint references product_problem;

-- Whoever has said that they meet a problem learns that it is mended: by mail as they choose, and on the screen.
alter table product_problem_mark
  -- Who gets the mail; without a contact, their client does.
  add column contact_id bigint,
  add column mended_at timestamptz,
  add column mailed_at timestamptz,
  add foreign key (client_id, contact_id) references contact;
create index product_problem_mark_unmailed on product_problem_mark (mended_at) where mended_at is not null and mailed_at is null;
create index product_problem_mark_of_person on product_problem_mark (client_id, person_id);
grant update on product_problem_mark to portal_staff;

alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in ('registered', 'answer', 'closing', 'claim', 'delivered',
  'installed-in-test', 'date-moved', 'valuation', 'silence', 'silence-last-day', 'reminder', 'mended', 'summary', 'password-link',
  'code'));
alter table mail drop constraint mail_subject_check;
alter table mail add constraint mail_subject_check check (subject in ('incident', 'development', 'valuation', 'problem'));

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists incident_of_problem;
create index concurrently incident_of_problem on incident (problem_id, number) where problem_id is not null;
