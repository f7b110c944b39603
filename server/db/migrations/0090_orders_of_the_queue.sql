-- The orders that technicians may choose for a list, each from an index forwards or backwards.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_open_by_number;
create index concurrently ticket_open_by_number on ticket (number) where not accepted and merged_into is null;
drop index concurrently if exists ticket_open_by_client;
create index concurrently ticket_open_by_client on ticket (client_id, number) where not accepted and merged_into is null;
drop index concurrently if exists ticket_open_by_urgency;
create index concurrently ticket_open_by_urgency on ticket (urgency, number) where not accepted and merged_into is null;
drop index concurrently if exists ticket_open_by_waiting;
-- The expression keeps it away from a client's own list, which has that order too and would read all clients' tickets.
create index concurrently ticket_open_by_waiting on ticket ((last_entry_at at time zone 'UTC'), number)
  where not accepted and merged_into is null;
drop index concurrently if exists ticket_open_by_promise;
create index concurrently ticket_open_by_promise on ticket (coalesce(due_at, 'infinity'), number)
  where not accepted and merged_into is null;
drop index concurrently if exists ticket_over_by_number;
create index concurrently ticket_over_by_number on ticket (number) where accepted and merged_into is null;
drop index concurrently if exists ticket_over_by_client;
create index concurrently ticket_over_by_client on ticket (client_id, number) where accepted and merged_into is null;
drop index concurrently if exists ticket_over_by_urgency;
create index concurrently ticket_over_by_urgency on ticket (urgency, number) where accepted and merged_into is null;
