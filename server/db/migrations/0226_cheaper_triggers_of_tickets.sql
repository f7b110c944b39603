-- What each new ticket and entry does besides, for less. The words of a text: split in one pass without sorting, and the table of known words is
-- only opened for writing if there are new ones.
create or replace function keep_words(client bigint, record bigint, at_place "char", said text) returns void language plpgsql as $$
declare
  split constant text[] := coalesce(string_to_array(public.search_text(said), ' '), '{}');
  words text[] := '{}';
  stems text[] := '{}';
  part text;
  stem text;
begin
  foreach part in array split loop
    part := left(part, 40);
    stem := case when length(part) > 1 then public.search_stem(part) end;
    if stem is not null then
      words := words || part;
      stems := stems || stem;
    end if;
    if part like '%ñ%' then
      part := replace(part, 'ñ', 'n');
      stem := case when length(part) > 1 then public.search_stem(part) end;
      if stem is not null then
        words := words || part;
        stems := stems || stem;
      end if;
    end if;
  end loop;
  insert into public.search_place (client_id, number, place, stem)
    select distinct client, record, at_place, s.stem collate "C" from unnest(stems) s (stem) order by 4
    on conflict do nothing;
  if exists (select from unnest(words) w (word)
    where not exists (select from public.search_word k where k.client_id = client and k.word = w.word)) then
    insert into public.search_word (client_id, word, number, stem, reversed)
      select client, t.word, record, t.stem, reverse(t.word) from unnest(words, stems) t (word, stem)
      where not exists (select from public.search_word k where k.client_id = client and k.word = t.word)
      order by t.word collate "C" on conflict do nothing;
  end if;
end $$;

-- Both rows were made JSON at each entry, to see whether more has changed than what other events tell (`told_of_ticket`). Mostly nothing else has,
-- which a comparison of the rows shows.
create or replace function tell_ticket() returns trigger language plpgsql as $$
declare
  -- As it was, but for what an entry changes.
  was public.ticket := old;
begin
  if new.assignee is distinct from old.assignee then
    perform public.tell_event(new.client_id, 'assignment', 'ticket', new.number, public.event_actor());
  end if;
  if new.first_warned_at > coalesce(old.first_warned_at, '-infinity')
    or new.last_warned_at > coalesce(old.last_warned_at, '-infinity') then
    perform public.tell_event(new.client_id, 'silence-warning', 'ticket', new.number, 'portal');
  end if;
  was.assignee := new.assignee;
  was.technician := new.technician;
  -- Where it stands is told by the entry that made it stand there.
  was.state := new.state;
  was.accepted := new.accepted;
  was.rating := new.rating;
  was.last_entry_kind := new.last_entry_kind;
  was.last_entry_at := new.last_entry_at;
  was.closed_at := new.closed_at;
  was.last_claim_at := new.last_claim_at;
  was.claims_in_a_row := new.claims_in_a_row;
  was.due_at := new.due_at;
  was.silent_acceptance_at := new.silent_acceptance_at;
  was.accepted_by_silence := new.accepted_by_silence;
  was.newest_answer := new.newest_answer;
  if was is distinct from new and to_jsonb(new) - public.told_of_ticket() <> to_jsonb(old) - public.told_of_ticket() then
    perform public.tell_event(new.client_id, 'change', 'ticket', new.number, public.event_actor());
  end if;
  return null;
end $$;
-- As in 0221, but for one cast: without it a trigger cannot take the expression over, and ran a statement for it.
create or replace function places_of(t ticket) returns text[] language sql immutable parallel safe as $$
  select case
    when t.merged_into is not null then '{}'::text[]
    when t.accepted then array['closed']
    when t.state = 'pending' and t.last_entry_kind in ('question', 'assistance') then array['pending', 'talking']
    else array_remove(array[
      'pending',
      case
        when t.state = 'pending' then case t.last_entry_kind when 'answer' then 'reply' else 'support' end
        when t.blocking_incident is null then 'conclude'
        else 'blocked'
      end,
      case when t.assignee is null then 'unassigned' else 'of:' || t.assignee end,
      case when t.claims_in_a_row > 0 then 'claimed' end,
      case when t.claims_in_a_row >= 3 then 'third-claim' end,
      case
        when t.due_at < 'infinity' then 'due:' || floor(extract(epoch from t.due_at at time zone 'UTC') / 86400)::int::text
        when t.claims_in_a_row = 0
          and case when t.state = 'pending' then t.last_entry_kind = 'answer' else t.blocking_incident is null end
          then 'waiting-for-customer'
      end
    ], null)
  end
$$;
