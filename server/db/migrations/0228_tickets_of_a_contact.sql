-- An opened ticket shows the newest ten tickets of its contact: all of the contact's were read.
-- TAKES AWAY: the index of contacts alone, which this one begins with.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_of_contact;
create index concurrently ticket_of_contact on ticket (client_id, contact_id, created_at, number);
drop index concurrently if exists ticket_by_contact;
