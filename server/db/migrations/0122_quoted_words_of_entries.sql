-- What the mail of an entry quotes, with its signature: customers read it below the entry, too.
alter table entry add column quoted text not null default '';
update entry e set quoted = left(r.rest, 20000)
from received_mail r
where r.entry_id is not null and r.rest <> '' and e.client_id = r.for_client and e.entry_id = r.entry_id;
