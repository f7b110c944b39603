-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
-- Tickets in progress that wait for an incident, in the list's order: the list read the newest in progress until it had found a page of them.
drop index concurrently if exists ticket_blocked_of_client;
create index concurrently ticket_blocked_of_client on ticket (client_id, last_entry_at desc, number desc) include (installation_code)
  where not accepted and merged_into is null and state = 'closed' and blocking_incident is not null;
-- Those of one person, and those of one contact: the list read all tickets of both, and sorted them.
drop index concurrently if exists ticket_in_progress_of_person;
create index concurrently ticket_in_progress_of_person on ticket (client_id, person_id, last_entry_at desc, number desc)
  where not accepted and merged_into is null;
drop index concurrently if exists ticket_in_progress_of_contact;
create index concurrently ticket_in_progress_of_contact on ticket (client_id, contact_id, last_entry_at desc, number desc)
  where not accepted and merged_into is null;
