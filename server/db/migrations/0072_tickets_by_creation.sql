-- Technicians ask for the newest tickets of some days, of all clients.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_by_creation;
create index concurrently ticket_by_creation on ticket (created_at desc, number desc);
