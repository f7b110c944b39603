-- Which note an event tells of: whoever is mentioned hears of that one, and not of earlier ones once more.
-- Its note was written in the same transaction, so that the reference waits for nobody.
alter table event add column note_id bigint,
  add foreign key (client_id, note_id) references internal_note;

-- As before, with the note.
drop function tell_event(bigint, text, text, bigint, text);
create function tell_event(client bigint, kind text, subject text, number bigint, actor text, note bigint default null) returns void
language plpgsql as $$
begin
  -- What is loaded did not happen now.
  if current_setting('app.untold', true) = 'yes' then return; end if;
  perform pg_catalog.pg_advisory_xact_lock(7320119);
  insert into public.event (client_id, kind, subject, number, actor, at, note_id)
    values (client, kind, subject, number, actor, clock_timestamp(), note);
  perform pg_catalog.pg_notify('portal_event', '');
end $$;

create or replace function tell_internal_note() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id, 'internal-note', 'ticket', new.ticket_number, 'technician', new.note_id);
  return null;
end $$;

-- Those that nobody has been notified of yet; a note and its event are of one transaction.
update event e set note_id = n.note_id
from internal_note n
where e.event_id > (select reached from notification_cursor) and e.kind = 'internal-note'
  and n.client_id = e.client_id and n.ticket_number = e.number and n.xmin = e.xmin;
