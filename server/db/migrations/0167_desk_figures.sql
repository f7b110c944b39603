-- What happened on some days with the tickets of all clients. The expressions keep these indexes away from a client's own statements.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists entry_complained_of_all;
create index concurrently entry_complained_of_all on entry ((at at time zone 'UTC')) include (client_id, ticket_number, kind)
  where kind in ('claim', 'rejection');
drop index concurrently if exists entry_promised_of_all;
create index concurrently entry_promised_of_all on entry ((at at time zone 'UTC'))
  include (client_id, ticket_number, at, promised_at) where promised_at is not null;
drop index concurrently if exists ticket_rated_of_all;
create index concurrently ticket_rated_of_all on ticket ((last_entry_at at time zone 'UTC'))
  where rating is not null and merged_into is null;
drop index concurrently if exists ticket_called_of_all;
create index concurrently ticket_called_of_all on ticket ((created_at at time zone 'UTC'))
  where call_minutes > 0 and merged_into is null;
drop index concurrently if exists work_event_validated_of_all;
create index concurrently work_event_validated_of_all on work_event ((at at time zone 'UTC'))
  where kind = 'validation' and to_value = 'failed';
