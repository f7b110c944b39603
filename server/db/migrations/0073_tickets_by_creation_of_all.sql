-- The index of 0072 was taken for a client's own list by creation, too, and then read all clients' tickets. This one has an expression that
-- only the technicians' statement names.
-- TAKES AWAY: nothing but that index.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_by_creation;
drop index concurrently if exists ticket_created_of_all;
create index concurrently ticket_created_of_all on ticket ((created_at at time zone 'UTC') desc, number desc);
