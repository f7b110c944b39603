-- The lines of a valuation are found by their words, as its description is.
create or replace function keep_words_of_row() returns trigger language plpgsql as $$
begin
  if current_setting('app.words_later', true) = 'yes' then return null; end if;
  case tg_table_name
    when 'ticket' then
      if tg_op = 'UPDATE' then perform public.forget_words(old.client_id, old.number, 't', old.title); end if;
      perform public.keep_words(new.client_id, new.number, 't', new.title);
    when 'entry' then
      if tg_op = 'UPDATE' and new.text <> old.text then
        perform public.forget_words(old.client_id, old.ticket_number, 'm', old.text);
        -- Other messages of the ticket may say the same.
        perform public.keep_words(e.client_id, e.ticket_number, 'm', e.text) from public.entry e
          where e.client_id = new.client_id and e.ticket_number in (old.ticket_number, new.ticket_number);
      else
        perform public.keep_words(new.client_id, new.ticket_number, 'm', new.text);
      end if;
    when 'attachment' then
      perform public.keep_words(new.client_id, coalesce(new.ticket_number, new.incident_number, new.development_number),
        (case when new.ticket_number is not null then 'f' when new.incident_number is not null then 'g' else 'e' end)::"char",
        new.name);
    when 'incident' then
      if tg_op = 'UPDATE' then perform public.forget_words(old.client_id, old.number, 'i', old.title); end if;
      perform public.keep_words(new.client_id, new.number, 'i', new.title);
    when 'development' then
      if tg_op = 'UPDATE' then
        perform public.forget_words(old.client_id, old.number, 'd', old.title || ' ' || old.budget);
      end if;
      perform public.keep_words(new.client_id, new.number, 'd', new.title || ' ' || new.budget);
    when 'valuation' then
      if tg_op = 'UPDATE' then perform public.forget_words(old.client_id, old.number, 'v', old.said); end if;
      perform public.keep_words(new.client_id, new.number, 'v', new.said);
  end case;
  return null;
end $$;

create or replace function keep_words_between(client bigint, lowest bigint, highest bigint) returns void language sql as $$
  with said (number, place, text) as (
    select t.number, 't'::"char", t.title from public.ticket t where t.client_id = client and t.number between lowest and highest
    union all
    select e.ticket_number, 'm', e.text from public.entry e
      where e.client_id = client and e.ticket_number between lowest and highest
    union all
    select coalesce(a.ticket_number, a.incident_number, a.development_number),
        (case when a.ticket_number is not null then 'f' when a.incident_number is not null then 'g' else 'e' end)::"char", a.name
      from public.attachment a
      where a.client_id = client and coalesce(a.ticket_number, a.incident_number, a.development_number) between lowest and highest
    union all
    select i.number, 'i', i.title from public.incident i where i.client_id = client and i.number between lowest and highest
    union all
    select d.number, 'd', d.title || ' ' || d.budget from public.development d
      where d.client_id = client and d.number between lowest and highest
    union all
    select v.number, 'v', v.said from public.valuation v where v.client_id = client and v.number between lowest and highest
  ), term as materialized (
    select s.number, s.place, t.word, t.stem from said s cross join lateral public.search_terms(s.text) t
  ), placed as (
    insert into public.search_place (client_id, number, place, stem)
      select distinct client, t.number, t.place, t.stem from term t order by 4, 3, 2
      on conflict do nothing
  )
  insert into public.search_word (client_id, word, number, stem, reversed)
    select distinct on (t.word) client, t.word, t.number, t.stem, reverse(t.word) from term t
    where not exists (select from public.search_word k where k.client_id = client and k.word = t.word)
    order by t.word on conflict do nothing
$$;

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
    perform public.keep_words(v.client_id, v.number, 'v', v.said) from public.valuation v where v.client_id = client;
    commit;
  end loop;
end $$;

drop trigger keep_changed_words on valuation;
create trigger keep_changed_words after update on valuation for each row
  when (new.said <> old.said) execute function keep_words_of_row();

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists valuation_by_said;
create index concurrently valuation_by_said on valuation using gin (search_words(said));
drop index concurrently if exists valuation_by_words;
-- TAKES AWAY: nothing but a name: the new index takes that of the old one.
alter index valuation_by_said rename to valuation_by_words;
