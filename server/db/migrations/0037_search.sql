-- A search for words: which records of a client say a word, and where. Row level security keeps PostgreSQL from a text index (`@@`
-- might tell what it looked at), so it reads b-trees, whose comparisons do not (docs/decisions/0020).

-- The word by which all forms of a word are found: «factura», «facturas», «facturar». An accent that ends a word's root was taken
-- off by search_text; the stemmer wants it.
create function search_stem(word text) returns text language sql immutable parallel safe as $$
  select coalesce(
    (ts_lexize('pg_catalog.spanish_stem', regexp_replace(word, 'ion$', 'ión')))[1],
    -- Words like «de» stand everywhere; «dónde» is looked for.
    case when length(word) > 3 then word end)
$$;

-- The words of a text with their stems; those with ñ also with n, for whoever looks without it.
create function search_terms(said text) returns table (word text, stem text)
language sql immutable parallel safe cost 1000 rows 30 as $$
  select t.word, public.search_stem(t.word)
  from (
    select left(w, 40) as word from unnest(string_to_array(public.search_text(said), ' ')) w
    union
    select replace(left(w, 40), 'ñ', 'n') from unnest(string_to_array(public.search_text(said), ' ')) w
  ) t
  where length(t.word) > 1 and public.search_stem(t.word) is not null
$$;

create table search_place (
  client_id bigint not null,
  number bigint not null,
  -- Where the record says it. Of a ticket: t its title, m its messages, f its files' names. Of an incident: i, g its files.
  -- Of a development: d, e its files. Of a valuation: v.
  place "char" not null check (place in ('t', 'm', 'f', 'i', 'g', 'd', 'e', 'v')),
  stem text collate "C" not null,
  -- By it a client's records come newest first.
  primary key (client_id, stem, place, number),
  foreign key (client_id) references client
);
-- The same for technicians, who look across clients.
create index search_place_of_all on search_place (stem, place, number, client_id);
call protect('search_place');
call open_to_staff('search_place', 'select, insert, delete');

-- The words that a client's records say: for the beginnings of words, and for slips, which leave the first half or the last intact.
create table search_word (
  client_id bigint not null,
  word text collate "C" not null,
  -- The record that said it first: so no two transactions wait for each other. A word may stand here twice.
  number bigint not null,
  stem text collate "C" not null,
  reversed text collate "C" not null,
  primary key (client_id, word, number),
  foreign key (client_id) references client
);
create index search_word_reversed on search_word (client_id, reversed, word, stem);
create index search_word_of_all on search_word (word, stem);
create index search_word_reversed_of_all on search_word (reversed, word, stem);
call protect('search_word');
call open_to_staff('search_word', 'select, insert, delete');

create function keep_words(client bigint, record bigint, at_place "char", said text) returns void language plpgsql as $$
begin
  insert into public.search_place (client_id, number, place, stem)
    select distinct client, record, at_place, t.stem from public.search_terms(said) t order by 4
    on conflict do nothing;
  insert into public.search_word (client_id, word, number, stem, reversed)
    select client, t.word, record, t.stem, reverse(t.word) from public.search_terms(said) t
    where not exists (select from public.search_word k where k.client_id = client and k.word = t.word)
    order by 2 on conflict do nothing;
end $$;

-- TAKES AWAY: what a corrected text no longer says, when it is corrected.
create function forget_words(client bigint, record bigint, at_place "char", said text) returns void language plpgsql as $$
begin
  delete from public.search_place p
  where p.client_id = client and p.number = record and p.place = at_place
    and p.stem = any (array(select t.stem from public.search_terms(said) t));
end $$;

create function keep_words_of_row() returns trigger language plpgsql as $$
begin
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
      if tg_op = 'UPDATE' then perform public.forget_words(old.client_id, old.number, 'v', old.description); end if;
      perform public.keep_words(new.client_id, new.number, 'v', new.description);
  end case;
  return null;
end $$;

create trigger keep_words after insert on ticket for each row execute function keep_words_of_row();
create trigger keep_changed_words after update on ticket for each row
  when (new.title <> old.title) execute function keep_words_of_row();
create trigger keep_words after insert on entry for each row execute function keep_words_of_row();
create trigger keep_changed_words after update on entry for each row
  when (new.text <> old.text or new.ticket_number <> old.ticket_number) execute function keep_words_of_row();
create trigger keep_words after insert on attachment for each row
  when (num_nonnulls(new.ticket_number, new.incident_number, new.development_number) > 0)
  execute function keep_words_of_row();
create trigger keep_changed_words after update on attachment for each row
  when (num_nonnulls(new.ticket_number, new.incident_number, new.development_number) > 0
    and (new.name, new.ticket_number, new.incident_number, new.development_number)
      is distinct from (old.name, old.ticket_number, old.incident_number, old.development_number))
  execute function keep_words_of_row();
create trigger keep_words after insert on incident for each row execute function keep_words_of_row();
create trigger keep_changed_words after update on incident for each row
  when (new.title <> old.title) execute function keep_words_of_row();
create trigger keep_words after insert on development for each row execute function keep_words_of_row();
create trigger keep_changed_words after update on development for each row
  when (new.title || ' ' || new.budget <> old.title || ' ' || old.budget) execute function keep_words_of_row();
create trigger keep_words after insert on valuation for each row execute function keep_words_of_row();
create trigger keep_changed_words after update on valuation for each row
  when (new.description <> old.description) execute function keep_words_of_row();
