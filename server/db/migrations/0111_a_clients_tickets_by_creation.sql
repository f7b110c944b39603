-- A client's open tickets between two days, and their list by creation.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_of_client_by_creation;
create index concurrently ticket_of_client_by_creation on ticket (client_id, created_at desc, number desc)
  where not accepted and merged_into is null;
