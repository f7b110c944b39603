-- How many bytes a client and its people have added lately.

-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists attachment_by_day;
create index concurrently attachment_by_day on attachment (client_id, added_at) include (person_id, bytes);
