-- Who acted is the person, by the name that their link gave; the contact or the client that they act for stands beside it,
-- as it was called then, and is empty where the two are one.
alter table entry add column behalf text not null default '';
alter table ticket add column behalf text not null default '';

-- The name was given, and not made up of a contact's name or a login.
alter table person add column named boolean not null default false;

-- The owner, whom row level security binds too, writes what was there before: until now the contact or the client stood
-- as the author of whatever a person wrote.
alter table person no force row level security;
alter table contact no force row level security;
alter table entry no force row level security;
alter table ticket no force row level security;

update person p set named = true
where p.source = 'application' and p.name not in ('', p.login)
  and not exists (select from contact k where k.client_id = p.client_id and k.name = p.name);

update entry e set author = p.name, behalf = e.author
from person p
where p.client_id = e.client_id and p.person_id = e.person_id and p.named and e.username is null
  and e.author not in ('', p.name);

update ticket t set raised_by = p.name, behalf = t.raised_by
from person p
where p.client_id = t.client_id and p.person_id = t.person_id and p.named and t.raised_by not in ('', p.name);

alter table person force row level security;
alter table contact force row level security;
alter table entry force row level security;
alter table ticket force row level security;
