-- When somebody is first known to have used the portal as this contact. It outlasts sessions: from then on one supervisor alone
-- gives nobody the password.
alter table contact add column entered_at timestamptz;

-- As who may see all clients: the owner is bound by row level security too. Of those of before the moment is not known, only that
-- they were there; somebody of the same name who decided or came counts as them.
set local role portal_staff;
update contact k set entered_at = now()
where exists (select from credential c where c.client_id = k.client_id and c.contact_id = k.contact_id)
  or exists (select from session s where s.client_id = k.client_id and s.contact_id = k.contact_id)
  or exists (select from ticket t where t.client_id = k.client_id and t.contact_id = k.contact_id)
  or exists (select from development d where d.client_id = k.client_id and d.contact_id = k.contact_id)
  or exists (select from conversation_turn u where u.client_id = k.client_id and u.contact_id = k.contact_id)
  or exists (select from data_change_request r where r.client_id = k.client_id and r.contact_id = k.contact_id)
  or exists (select from person p where p.client_id = k.client_id and p.name = k.name)
  or exists (select from valuation v where v.client_id = k.client_id and v.decided_by = k.name)
  or exists (
    select from audit a
    where a.client_id = k.client_id and a.act = '/console/password-links'
      and a.details @> jsonb_build_object('contact', k.contact_id, 'used', true));
reset role;
