-- Who saved it last: an open page of the portal. Null: somebody who does not say who writes.
alter table draft add column writer text;
