-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
-- Lists are sorted by rank, not by letter: a new urgency may stand between two others, whatever its letter. It takes a number
-- between theirs. Those that are here keep their numbers, because the indexes below hold them.
create or replace function urgency_rank(urgency text) returns int language sql immutable parallel safe as $$
  select case urgency
    when '1' then 10 when '2' then 20 when '3' then 30 when '4' then 40 when '5' then 50 when '6' then 60
    when 'A' then 70 when 'B' then 80 when 'M' then 90 when 'N' then 100
  end
$$;
drop index concurrently if exists ticket_open_by_urgency_rank;
create index concurrently ticket_open_by_urgency_rank on ticket (urgency_rank(urgency), number)
  where not accepted and merged_into is null;
drop index concurrently if exists ticket_over_by_urgency_rank;
create index concurrently ticket_over_by_urgency_rank on ticket (urgency_rank(urgency), number)
  where accepted and merged_into is null;
drop index concurrently if exists ticket_open_by_urgency;
drop index concurrently if exists ticket_over_by_urgency;
