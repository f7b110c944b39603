-- A file of a ticket, an incident or a development that was scanned later than it came: open screens show the verdict. Until
-- then the event of the file itself has told of it.
create function tell_file_scan() returns trigger language plpgsql as $$
declare
  about record;
begin
  for about in
    select a.client_id, a.ticket_number, a.incident_number, a.development_number from public.attachment a
    where a.attachment_id = old.file_id
      and num_nonnulls(a.ticket_number, a.incident_number, a.development_number) > 0
  loop
    perform public.tell_event(about.client_id, 'change',
      case when about.ticket_number is not null then 'ticket'
        when about.incident_number is not null then 'incident'
        else 'development' end,
      coalesce(about.ticket_number, about.incident_number, about.development_number), 'portal');
  end loop;
  return null;
end $$;
create constraint trigger tells_verdict after update on file_scan deferrable initially deferred
  for each row when (old.state <> new.state) execute function tell_file_scan();
create constraint trigger tells_clean after delete on file_scan deferrable initially deferred
  for each row execute function tell_file_scan();
