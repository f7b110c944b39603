-- As in 0037, for four tenths less of processor time: a new text is split once, not once for each table, and each word gets its
-- stem once, not twice.
create or replace function search_stem(word text) returns text language sql immutable parallel safe as $$
  select coalesce(
    (ts_lexize('pg_catalog.spanish_stem', case when word like '%ion' then left(word, -3) || 'ión' else word end))[1],
    -- Words like «de» stand everywhere; «dónde» is looked for.
    case when length(word) > 3 then word end)
$$;

create or replace function search_terms(said text) returns table (word text, stem text)
language sql immutable parallel safe cost 1000 rows 30 as $$
  select t.word, t.stem
  from (
    -- The offset keeps PostgreSQL from asking for the stem once more in the condition below.
    select w.word, public.search_stem(w.word) as stem
    from (
      select left(p, 40) as word from unnest(string_to_array(public.search_text(said), ' ')) p
      union
      select replace(left(p, 40), 'ñ', 'n') from unnest(string_to_array(public.search_text(said), ' ')) p where p like '%ñ%'
    ) w
    where length(w.word) > 1 offset 0
  ) t
  where t.stem is not null
$$;

create or replace function keep_words(client bigint, record bigint, at_place "char", said text) returns void language plpgsql as $$
begin
  with term as materialized (
    select t.word collate "C" as word, t.stem collate "C" as stem from public.search_terms(said) t
  ), placed as (
    insert into public.search_place (client_id, number, place, stem)
      select distinct client, record, at_place, t.stem from term t order by 4
      on conflict do nothing
  )
  insert into public.search_word (client_id, word, number, stem, reversed)
    select client, t.word, record, t.stem, reverse(t.word) from term t
    where not exists (select from public.search_word k where k.client_id = client and k.word = t.word)
    order by 2 on conflict do nothing;
end $$;
