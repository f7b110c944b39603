-- Of what Support has answered alone: with all tickets in progress in it, it was taken for counting those of one installation.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists ticket_answered;
drop index concurrently if exists ticket_answered_of_client;
create index concurrently ticket_answered_of_client on ticket (client_id, newest_answer)
  include (installation_code, number, merged_into) where not accepted and newest_answer > 0;
