-- A client's part of the queue, in its order: the list looked at each of the client's open tickets.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_queue_of_client;
create index concurrently ticket_queue_of_client on ticket
  (client_id, claim_rank(claims_in_a_row), coalesce(due_at, 'infinity'), last_entry_at, number)
  where not accepted and merged_into is null;
