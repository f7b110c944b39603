-- The acts that a month's report counts, of one client by their time.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on reading and writing.
drop index concurrently if exists entry_reported;
create index concurrently entry_reported on entry (client_id, at)
  where closes or kind in ('claim', 'rejection', 'withdrawal', 'abandonment');
