-- A ticket waits for an incident until that is first delivered: what is in BD pruebas has been. Those that wait for one all the
-- same wait for the newest of their others that are neither over nor delivered, or for none (isBlocking in domain/incident.ts).
-- The owner, whom row level security binds too, writes what was there before.
alter table ticket no force row level security;
alter table incident no force row level security;
alter table incident_ticket no force row level security;

update ticket t set blocking_incident = (
    select max(i.number) from incident_ticket l
    join incident i on i.client_id = l.client_id and i.number = l.incident_number
    where l.client_id = t.client_id and l.ticket_number = t.number
      and work_is_open(i.state, i.situation) and i.delivered_on is null)
from incident b
where b.client_id = t.client_id and b.number = t.blocking_incident and b.delivered_on is not null;

alter table ticket force row level security;
alter table incident force row level security;
alter table incident_ticket force row level security;
