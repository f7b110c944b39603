-- A text as it is searched: its words alone, of letters and digits, in lower case and without accents, whatever the
-- database's locale; ñ is a letter of its own. By this both what is said and what is looked for are read.
create or replace function search_text(said text) returns text language plpgsql immutable parallel safe cost 100 as $$
declare
  -- With each accent after its letter. In "C" only A to Z have a lower case: no locale has a say.
  letters text := lower(normalize(said, NFD) collate "C");
begin
  letters := replace(letters, U&'n\0303', 'ñ');
  letters := regexp_replace(letters, '[\u0300-\u036f]+', '', 'g');
  return btrim(regexp_replace(letters, '[^a-z0-9ñ]+', ' ', 'g'));
end $$;

-- Its words, whole and by their Spanish stem; those with ñ also with n, for whoever looks without it.
create or replace function search_words(said text) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
declare
  plain text := public.search_text(said);
begin
  if strpos(plain, 'ñ') > 0 then
    plain := plain || ' ' || replace(plain, 'ñ', 'n');
  end if;
  return to_tsvector('pg_catalog.simple', plain) || to_tsvector('pg_catalog.spanish', plain);
end $$;

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
reindex index concurrently ticket_by_words;
reindex index concurrently entry_by_words;
reindex index concurrently internal_note_by_words;
reindex index concurrently incident_by_words;
reindex index concurrently development_by_words;
reindex index concurrently valuation_by_words;
