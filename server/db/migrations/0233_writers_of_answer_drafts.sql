-- Who saved it last: an open page of the console. Null: somebody who does not say who writes.
alter table answer_draft add column writer text;
