-- The words of what was there before, client by client, while others work: triggers keep those of what comes meanwhile.
create or replace procedure fill_search_words() language plpgsql as $$
declare
  client bigint;
begin
  set local role portal_staff;
  for client in select c.client_id from public.client c loop
    set local role portal_staff;
    perform public.keep_words(t.client_id, t.number, 't', t.title) from public.ticket t where t.client_id = client;
    perform public.keep_words(e.client_id, e.ticket_number, 'm', e.text) from public.entry e where e.client_id = client;
    perform public.keep_words(a.client_id, coalesce(a.ticket_number, a.incident_number, a.development_number),
        (case when a.ticket_number is not null then 'f' when a.incident_number is not null then 'g' else 'e' end)::"char", a.name)
      from public.attachment a
      where a.client_id = client and num_nonnulls(a.ticket_number, a.incident_number, a.development_number) > 0;
    perform public.keep_words(i.client_id, i.number, 'i', i.title) from public.incident i where i.client_id = client;
    perform public.keep_words(d.client_id, d.number, 'd', d.title || ' ' || d.budget) from public.development d
      where d.client_id = client;
    perform public.keep_words(v.client_id, v.number, 'v', v.description) from public.valuation v where v.client_id = client;
    commit;
  end loop;
end $$;

-- ONE BY ONE, outside the transaction, which would grow with the database.
call fill_search_words();
